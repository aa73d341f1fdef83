// A table of a day's lessons, each with the time at which it begins and ends.

import { element, nameOf, visuallyHidden } from '../../ui/element.ts';
import { say } from '../say.ts';
import { firstOutOfOrder, type Times } from './bell-times.ts';

export type TimesTable = {
  root: HTMLElement;
  times(): Times[];
  /** Fills in the lessons whose times nobody has changed. */
  fill(times: readonly Times[]): void;
};

/**
 * @param id begins the ids of its fields
 * @param names of the lessons
 */
export function timesTable(id: string, names: readonly string[], onChange: () => void = () => {}): TimesTable {
  const rows = names.map((name, index) => {
    const field = (part: 'start' | 'end') =>
      element('input', {
        ...{ id: `${id}-${part}-${index}`, type: 'time', required: true },
        input: () => changed(index),
      });
    const [start, end] = [field('start'), field('end')];
    const cell = (words: string, input: HTMLElement) =>
      element('td', {}, element('label', { for: input.id }, visuallyHidden(`${name}: ${words}`)), input);
    const row = element(
      'tr',
      {},
      element('th', { scope: 'row' }, nameOf(name)),
      cell(say('begins'), start),
      cell(say('endsAt'), end),
    );
    return { start, end, row, isOwn: false };
  });
  const times = () => rows.map(({ start, end }) => ({ start: start.value.slice(0, 5), end: end.value.slice(0, 5) }));
  /** The browser says so when the form is sent. */
  const check = () => {
    const wrong = firstOutOfOrder(times());
    for (const [index, { end }] of rows.entries()) end.setCustomValidity(index === wrong ? say('bellsOutOfOrder') : '');
  };
  function changed(index: number): void {
    const row = rows[index];
    if (row !== undefined) row.isOwn = true;
    check();
    onChange();
  }
  const head = (['lesson', 'begins', 'endsAt'] as const).map((key) => element('th', { scope: 'col' }, say(key)));
  return {
    root: element(
      'table',
      { class: 'bells' },
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...rows.map(({ row }) => row)),
    ),
    times,
    fill(given) {
      for (const [index, row] of rows.entries()) {
        const own = given[index];
        if (!row.isOwn && own !== undefined) [row.start.value, row.end.value] = [own.start, own.end];
      }
      check();
    },
  };
}
