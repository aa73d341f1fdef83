import { element } from './element.ts';
import { keptChoices } from './kept-choices.ts';
import type { Entry } from './people.ts';

/** Keeps one class, teacher or student as the reader's own: the viewer opens there. */
export function pinButton(groupId: string, { kind, entityId }: Entry): HTMLElement {
  const mine = keptChoices.mine();
  let pinned = mine?.groupId === groupId && mine.kind === kind && mine.entityId === entityId;
  const button = element(
    'button',
    {
      type: 'button',
      class: 'no-print pin',
      title: 'The viewer opens here, in this browser',
      click: () => {
        pinned = !pinned;
        keptChoices.pin(pinned ? { groupId, kind, entityId } : null);
        button.setAttribute('aria-pressed', String(pinned));
      },
      'aria-pressed': String(pinned),
    },
    'Mine',
  );
  return button;
}
