// Chooses one kind of entity, and all or some of its entities.

import { element, nameOf } from '../../ui/element.ts';
import { type Kind, kinds } from '../address.ts';
import { say } from '../say.ts';
import { type Entry, search } from './entries.ts';

export type EntryChoice = {
  root: HTMLElement;
  read(): { kind: Kind; chosen: Entry[]; isAll: boolean };
};

/** @param onChange called after the reader changed the choice; @param first who is chosen at first; otherwise nobody is */
export function entryChoice(entries: readonly Entry[], onChange: () => void, first?: Entry): EntryChoice {
  const offered = kinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  let boxes: { entry: Entry; box: HTMLInputElement; item: HTMLElement }[] = [];
  const list = element('ul', { class: 'choices', change: changed });
  const count = element('span', { class: 'quiet', role: 'status' });
  const input = element('input', {
    type: 'search',
    autocomplete: 'off',
    placeholder: say('searchAll'),
    'aria-label': say('searchAll'),
    input: find,
  });
  const kind = element(
    'select',
    { 'aria-label': say('kinds'), change: fill },
    ...offered.map((each) => element('option', { value: each, selected: each === first?.kind }, say(`${each}Many`))),
  );
  const read = () => {
    const chosen = boxes.filter(({ box }) => box.checked).map(({ entry }) => entry);
    return {
      kind: offered.find((each) => each === kind.value) ?? 'class',
      chosen,
      isAll: chosen.length === boxes.length || chosen.length === 0,
    };
  };
  const checkAll = (checked: boolean) => {
    // What the search hides is left as it is, but none of it is printed unseen.
    for (const { box, item } of boxes) if (!checked || !item.hidden) box.checked = checked;
    changed();
  };

  function fill(): void {
    boxes = entries
      .filter((entry) => entry.kind === kind.value)
      .map((entry) => {
        const box = element('input', { type: 'checkbox', checked: entry === first });
        const item = element('li', {}, element('label', {}, box, ' ', nameOf(entry.title)));
        return { entry, box, item };
      });
    list.replaceChildren(...boxes.map(({ item }) => item));
    find();
    changed();
  }
  /** Lists what a search finds: a year, a name, a building. */
  function find(): void {
    const found = new Set(
      search(
        boxes.map(({ entry }) => entry),
        input.value.trim(),
      ),
    );
    for (const { entry, item } of boxes) item.hidden = !found.has(entry);
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
        input,
        element(
          'span',
          { class: 'line' },
          element('button', { type: 'button', click: () => checkAll(true) }, say('selectAll')),
          element('button', { type: 'button', click: () => checkAll(false) }, say('selectNone')),
          count,
        ),
      ),
      list,
    ),
    read,
  };
}
