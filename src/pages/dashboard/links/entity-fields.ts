// Chooses whom a link shows by name: what is typed finds those of the published timetables, and a list offers them.

import { element } from '../../ui/element.ts';
import type { LinkKind } from '../answers.ts';
import { readControl } from '../call-control.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';

/** Offered at once, and milliseconds after the last key. */
const [mostOffered, typingPause] = [100, 250];
/** Of a class list; a school has fewer. */
const mostClasses = 200;

export type EntityFields = { root: HTMLElement; chosen: HTMLSelectElement; show(kind: LinkKind): void };

/** @param path of the organisation */
export function entityFields(path: string): EntityFields {
  let [kind, reading]: [LinkKind, number] = ['class', 0];
  let typing: ReturnType<typeof setTimeout> | undefined;
  const search = element('input', {
    ...{ id: 'link-search', type: 'search', dir: 'auto', autocomplete: 'off', maxlength: '200' },
    input() {
      clearTimeout(typing);
      typing = setTimeout(() => void read(), typingPause);
    },
    // Enter belongs to the search here, not to the form.
    keydown: (event) => event instanceof KeyboardEvent && event.key === 'Enter' && event.preventDefault(),
  });
  const chosen = element('select', { id: 'link-entity', size: '6', required: true });
  const said = element('p', { role: 'status', class: 'quiet' });
  async function read(): Promise<void> {
    const own = ++reading;
    const query = new URLSearchParams({ kind, search: search.value.trim(), limit: String(mostOffered) });
    const answer = await readControl<'listEntities'>(`${path}/entities?${query}`);
    if (own !== reading) return; // a later one answers
    const items = answer.outcome === 'done' ? answer.body.items : [];
    const [first] = items;
    chosen.replaceChildren(...items.map(({ entityId, name }) => element('option', { value: entityId }, name)));
    if (items.length === 1 && first !== undefined) chosen.value = first.entityId;
    const isCut = answer.outcome === 'done' && answer.body.next !== null;
    said.textContent =
      answer.outcome === 'refused'
        ? say('noAnswer')
        : items.length === 0
          ? say('nobodyFound')
          : isCut
            ? say('typeMore')
            : '';
  }
  return {
    root: element(
      'div',
      { class: 'stack' },
      formField(say('searchName'), search),
      formField(say('linkOf'), chosen),
      said,
    ),
    chosen,
    show(next) {
      kind = next;
      search.value = '';
      void read();
    },
  };
}

/** The classes by name, of which the students are chosen. */
export async function offerClasses(path: string, select: HTMLSelectElement): Promise<void> {
  const answer = await readControl<'listEntities'>(`${path}/entities?kind=class&limit=${mostClasses}`);
  select.replaceChildren(
    element('option', { value: '' }, say('allStudents')),
    ...(answer.outcome === 'done' ? answer.body.items : []).map(({ entityId, name }) =>
      element('option', { value: entityId }, name),
    ),
  );
}
