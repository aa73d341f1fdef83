// Chooses one kind of entity, and all or some of its entities.

import { type Kind, kinds } from './address.ts';
import { element, nameOf } from './element.ts';
import type { Entry } from './entries.ts';
import { say } from './say.ts';

export type EntryChoice = {
  root: HTMLElement;
  read(): { kind: Kind; chosen: Entry[]; isAll: boolean };
};

/** @param onChange called after the reader changed the choice; at first, all entities of the first kind are chosen */
export function entryChoice(entries: readonly Entry[], onChange: () => void): EntryChoice {
  const offered = kinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  let boxes: { entry: Entry; box: HTMLInputElement }[] = [];
  const list = element('ul', { class: 'choices', change: changed });
  const count = element('span', { class: 'quiet', role: 'status' });
  const kind = element(
    'select',
    { 'aria-label': say('kinds'), change: fill },
    ...offered.map((each) => element('option', { value: each }, say(`${each}Many`))),
  );
  const read = () => {
    const chosen = boxes.filter(({ box }) => box.checked).map(({ entry }) => entry);
    return {
      kind: offered.find((each) => each === kind.value) ?? 'class',
      chosen,
      isAll: chosen.length === boxes.length,
    };
  };
  const checkAll = (checked: boolean) => {
    for (const { box } of boxes) box.checked = checked;
    changed();
  };

  function fill(): void {
    boxes = entries
      .filter((entry) => entry.kind === kind.value)
      .map((entry) => {
        const box = element('input', { type: 'checkbox' });
        box.checked = true;
        return { entry, box };
      });
    list.replaceChildren(
      ...boxes.map(({ entry, box }) => element('li', {}, element('label', {}, box, ' ', nameOf(entry.title)))),
    );
    changed();
  }
  let isReady = false;
  function changed(): void {
    count.textContent = say('chosen', { count: read().chosen.length });
    if (isReady) onChange();
  }
  fill();
  isReady = true;

  return {
    root: element(
      'fieldset',
      { class: 'entry-choice' },
      element('legend', {}, say('whose')),
      element(
        'p',
        { class: 'line' },
        kind,
        element('button', { type: 'button', click: () => checkAll(true) }, say('selectAll')),
        element('button', { type: 'button', click: () => checkAll(false) }, say('selectNone')),
        count,
      ),
      list,
    ),
    read,
  };
}
