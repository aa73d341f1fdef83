// Asks for the bell times of a file that has none: filled in evenly, each lesson to correct, and other times on a weekday.

import { weekdayNames } from '../../ui/calendar-words.ts';
import { element } from '../../ui/element.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import { bellsText, evenTimes } from './bell-times.ts';
import { type TimesTable, timesTable } from './times-table.ts';

export type BellsQuestion = { root: HTMLElement; answer(): string };

/** @param names of the periods */
export function bellsQuestion(names: readonly string[]): BellsQuestion {
  const others: { day: HTMLSelectElement; table: TimesTable; root: HTMLElement }[] = [];
  let made = 0;
  const fill = () => {
    if (start.value === '' || !minutes.checkValidity() || !pause.checkValidity()) return;
    usual.fill(evenTimes(start.value, Number(minutes.value), Number(pause.value), names.length));
  };
  const number = (id: string, value: string, min: string) =>
    element('input', { id, type: 'number', required: true, min, max: '240', value, inputmode: 'numeric', input: fill });
  const start = element('input', { id: 'bells-start', type: 'time', required: true, value: '08:00', input: fill });
  const [minutes, pause] = [number('bells-minutes', '45', '1'), number('bells-pause', '5', '0')];
  const usual = timesTable('usual', names);
  fill();
  const place = element('div', { class: 'stack' });
  const chosenDays = () => others.map(({ day }) => Number(day.value));
  const checkDays = () => {
    for (const { day } of others) {
      const isTwice = chosenDays().filter((each) => each === Number(day.value)).length > 1;
      day.setCustomValidity(isTwice ? say('dayTwice') : '');
    }
    add.hidden = others.length === 7;
  };
  const addDay = () => {
    const id = `day-${made++}`;
    // Short days are at the end of a week more often than elsewhere.
    const free = [5, 4, 3, 2, 1, 6, 7].find((day) => !chosenDays().includes(day)) ?? 5;
    const day = element(
      'select',
      { id, change: checkDays },
      ...weekdayNames().map(({ long }, index) =>
        element('option', { value: String(index + 1), selected: index + 1 === free }, long),
      ),
    );
    const table = timesTable(id, names);
    table.fill(usual.times());
    const remove = () => {
      others.splice(
        others.findIndex((other) => other.root === root),
        1,
      );
      root.remove();
      checkDays();
      add.focus();
    };
    const root = element(
      'div',
      { class: 'stack' },
      formField(say('timesOn'), day),
      table.root,
      element('p', {}, element('button', { type: 'button', click: remove }, say('usualTimesAgain'))),
    );
    others.push({ day, table, root });
    place.append(root);
    checkDays();
    day.focus();
  };
  const add = element('button', { type: 'button', click: addDay }, say('otherTimesOnDay'));
  return {
    root: element(
      'div',
      { class: 'stack' },
      element('p', {}, say('bellsMissing')),
      element(
        'div',
        { class: 'fields' },
        formField(say('bellsStart'), start),
        formField(say('bellsMinutes'), minutes),
        formField(say('bellsPause'), pause),
      ),
      element('p', { class: 'quiet' }, say('correctTimes')),
      usual.root,
      place,
      element('p', {}, add),
    ),
    answer: () =>
      bellsText(
        usual.times(),
        others.map(({ day, table }) => [Number(day.value), table.times()]),
      ),
  };
}
