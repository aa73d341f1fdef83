// Shows a timetable in the viewer's grid once that is loaded, or says that it cannot be.

import type { Timetable } from '../../../contract/types.generated.ts';
import { element } from '../../ui/element.ts';
import { problemBox } from '../parts/problem-box.ts';
import { loadPreview } from './load-preview.ts';

export type Preview = { root: HTMLElement; show(document: Timetable): Promise<void> };

export function preview(): Preview {
  const root = element('div');
  let chosen: string | null = null;
  /** Counts what was asked for, so that an older timetable does not replace a newer one. */
  let asked = 0;
  return {
    root,
    async show(document) {
      const own = ++asked;
      try {
        const gridPreview = await loadPreview();
        const onChoice = (entry: string) => {
          chosen = entry;
        };
        const grid = await gridPreview(document, chosen, onChoice);
        if (own === asked) root.replaceChildren(grid);
      } catch {
        if (own === asked) root.replaceChildren(problemBox({ status: 0, title: null, detail: null, errors: [] }));
      }
    },
  };
}
