// A part of a view that shows an answer of the API, and reads it again when something has happened.

import { element } from '../../ui/element.ts';
import type { BodyOf, Reading } from '../answers.ts';
import { readControl } from '../call-control.ts';
import { replaceKeepingFocus } from '../parts/keep-focus.ts';
import { problemBox } from '../parts/problem-box.ts';

export type LivePart = { root: HTMLElement; refresh(): Promise<void> };

/**
 * @param path as it is when the answer is asked for
 * @param draw is called with each answer, and with the ETag to send with a change of it
 */
export function livePart<Name extends Reading>(
  path: () => string,
  draw: (body: BodyOf<Name>, etag: string | null) => Node[],
): LivePart {
  const root = element('div', { class: 'stack' });
  let reading = 0;
  return {
    root,
    async refresh() {
      const own = ++reading;
      root.setAttribute('aria-busy', 'true');
      const answer = await readControl<Name>(path());
      if (own !== reading) return; // a later one answers
      root.removeAttribute('aria-busy');
      const shown = answer.outcome === 'done' ? draw(answer.body, answer.etag) : [problemBox(answer.problem)];
      replaceKeepingFocus(root, ...shown);
    },
  };
}
