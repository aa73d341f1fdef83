// A list of the API that is read page by page, as far as the reader asks for, and read again when something has happened.

import { element } from '../../ui/element.ts';
import type { Listed } from '../answers.ts';
import { callControl } from '../call-control.ts';
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
export function liveList<Item>(path: () => string, draw: (items: Item[]) => Node[]): LiveList {
  const root = element('div', { class: 'stack' });
  let [pages, reading] = [1, 0];

  async function read(): Promise<void> {
    const own = ++reading;
    root.setAttribute('aria-busy', 'true');
    const items: Item[] = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page++) {
      const base = path();
      const query: string = `${base.includes('?') ? '&' : '?'}limit=${pageSize}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;
      const answer = await callControl<Listed<Item>>(base + query);
      if (own !== reading) return; // a later one answers
      if (answer.outcome === 'refused') {
        root.removeAttribute('aria-busy');
        return replaceKeepingFocus(root, problemBox(answer.problem));
      }
      items.push(...answer.body.items); // at most a page, by `limit`
      after = answer.body.next;
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
