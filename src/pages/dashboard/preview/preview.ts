// Shows a timetable in the viewer's grid once that is loaded, or says that it cannot be.

import type { Timetable } from '../../../contract/types.generated.ts';
import { element } from '../../ui/element.ts';
import { problemBox } from '../parts/problem-box.ts';
import { loadPreview } from './load-preview.ts';

export type Preview = { root: HTMLElement; show(document: Timetable): Promise<void> };

export function preview(): Preview {
  const root = element('div');
  let chosen: string | null = null;
  return {
    root,
    async show(document) {
      try {
        const gridPreview = await loadPreview();
        const onChoice = (entry: string) => {
          chosen = entry;
        };
        root.replaceChildren(gridPreview(document, chosen, onChoice));
      } catch {
        root.replaceChildren(problemBox({ status: 0, title: null, detail: null, errors: [] }));
      }
    },
  };
}
