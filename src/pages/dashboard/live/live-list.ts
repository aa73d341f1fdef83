// A list of the API that is read page by page, as far as the reader asks for, and read again when something has happened.

import { element } from '../../ui/element.ts';
import type { ItemOf, Listed, Reading } from '../answers.ts';
import { readControl } from '../call-control.ts';
import { replaceKeepingFocus } from '../parts/keep-focus.ts';
import { problemBox } from '../parts/problem-box.ts';
import { say } from '../say.ts';
import type { LivePart } from './live-part.ts';

export type LiveList = LivePart & {
  /** Reads the first page of what `path` says now. */
  restart(): Promise<void>;
};

/** Items of a page, and the pages that are read again at once. */
const [pageSize, mostPages] = [100, 20];

/**
 * @param path with its query, if it has one
 * @param draw all items that were read
 */
export function liveList<Name extends Reading>(path: () => string, draw: (items: ItemOf<Name>[]) => Node[]): LiveList {
  const root = element('div', { class: 'stack' });
  let [pages, reading] = [1, 0];

  async function read(): Promise<void> {
    const own = ++reading;
    root.setAttribute('aria-busy', 'true');
    const items: ItemOf<Name>[] = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page++) {
      const base = path();
      const query: string = `${base.includes('?') ? '&' : '?'}limit=${pageSize}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;
      const answer = await readControl<Name>(base + query);
      if (own !== reading) return; // a later one answers
      if (answer.outcome === 'refused') {
        root.removeAttribute('aria-busy');
        return replaceKeepingFocus(root, problemBox(answer.problem));
      }
      const listed = answer.body as Listed<ItemOf<Name>>; // as every list is described
      items.push(...listed.items); // at most a page, by `limit`
      after = listed.next;
      if (after === null) break;
    }
    root.removeAttribute('aria-busy');
    const more = element('button', { id: 'more', type: 'button', click: () => void readMore() }, say('more'));
    const rest = pages < mostPages ? more : element('p', {}, say('listEnds', { shown: items.length }));
    replaceKeepingFocus(root, ...draw(items), ...(after === null ? [] : [rest]));
  }
  const readMore = () => {
    pages = Math.min(pages + 1, mostPages);
    return read();
  };
  return {
    root,
    refresh: read,
    restart() {
      pages = 1;
      return read();
    },
  };
}
