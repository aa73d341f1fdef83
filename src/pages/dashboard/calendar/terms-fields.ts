// The terms: each with its name, its first and its last day, to change, to remove, and to add to.

import { addDays } from '../../../calendar/time/day.ts';
import { element } from '../../ui/element.ts';
import type { Calendar } from '../answers.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import { byFirstDay, newId } from './change-days.ts';
import { dateField, dayOfField } from './date-field.ts';

type Term = NonNullable<Calendar['terms']>[number];

/** So many a calendar has at most. */
const mostTerms = 200;
const termDays = 120;

/**
 * @param now the terms as they are now, since the fields outlast a change of one of them
 * @param change is called with the terms as they are to be, in order, and with whether there are fewer or more
 */
export function termsFields(
  now: () => readonly Term[],
  today: number,
  change: (terms: Term[], isOther: boolean) => void,
): HTMLElement {
  const terms = now();
  const replace = (id: string, term: Term | null) =>
    change(byFirstDay(now().flatMap((each) => (each.id === id ? (term ?? []) : each))), term === null);
  const add = () => {
    const terms = now();
    const firstDay = terms.reduce((latest, { lastDay }) => Math.max(latest, addDays(lastDay, 1)), today);
    const id = newId('term', firstDay, terms);
    change([...terms, { id, name: say('newTerm'), firstDay, lastDay: addDays(firstDay, termDays) }], true);
    document.getElementById(`name-${id}`)?.focus();
  };
  return element(
    'fieldset',
    { class: 'choices' },
    element('legend', {}, say('terms')),
    terms.length === 0 && element('p', { class: 'quiet' }, say('noTerms')),
    ...terms.map((term) => termFields(term, (changed) => replace(term.id, changed))),
    terms.length < mostTerms &&
      element('p', {}, element('button', { id: 'add-term', type: 'button', click: add }, say('addTerm'))),
  );
}

function termFields(term: Term, replace: (term: Term | null) => void): HTMLElement {
  const follow = () => {
    const [firstDay, lastDay] = [dayOfField(first), dayOfField(last)];
    const isWrong = firstDay !== null && lastDay !== null && lastDay < firstDay;
    problem.textContent = isWrong ? say('daysWrong') : '';
    if (firstDay === null || lastDay === null || isWrong || name.value.trim() === '') return;
    replace({ id: term.id, name: name.value.trim(), firstDay, lastDay });
  };
  const name = element('input', {
    ...{ id: `name-${term.id}`, type: 'text', dir: 'auto', maxlength: '200', required: true, autocomplete: 'off' },
    ...{ value: term.name, change: follow },
  });
  const first = dateField(`first-${term.id}`, term.firstDay, follow);
  const last = dateField(`last-${term.id}`, term.lastDay, follow);
  const problem = element('p', { role: 'alert', class: 'warm' });
  return element(
    'div',
    { class: 'term-fields', role: 'group', 'aria-label': term.name },
    formField(say('termName'), name),
    formField(say('dayFrom'), first),
    formField(say('dayTo'), last),
    element(
      'button',
      {
        ...{ type: 'button', class: 'danger', click: () => replace(null) },
        'aria-label': say('removeNamed', { name: term.name }),
      },
      say('remove'),
    ),
    problem,
  );
}
