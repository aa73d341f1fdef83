// The times of a day with other bells: those of the timetable to begin with, each to change or to leave out, or all shortened.

import { versionsOn } from '../../../calendar/lessons/versions-on.ts';
import { weekdayOf } from '../../../calendar/time/day.ts';
import { element, nameOf, visuallyHidden } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import type { VersionBells } from '../answers.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import type { BellTimes } from './change-days.ts';
import { shortenPeriods } from './shorten-periods.ts';

export type BellsFields = {
  root: HTMLElement;
  /** Null while a time is missing or wrong, or no lesson takes place. */
  periods(): BellTimes | null;
};

type Usual = { periodIndex: number; name: string; startTime: string; endTime: string };

/** @param known the times that the day has already; null for none */
export function bellsFields(versions: readonly VersionBells[], date: number, known: BellTimes | null): BellsFields {
  const usual = usualPeriods(versions, date);
  const named = new Map(usual.map(({ periodIndex, name }) => [periodIndex, name]));
  // A day may have periods that the timetable no longer has.
  const listed = [
    ...usual,
    ...(known ?? []).flatMap((each) => (named.has(each.periodIndex) ? [] : { ...each, name: '' })),
  ];
  const rows = listed.map(({ periodIndex, name, startTime, endTime }) => {
    const own = known?.find((each) => each.periodIndex === periodIndex);
    const time = (id: string, value: string) =>
      element('input', { id: `${id}-${periodIndex}`, type: 'time', value: value === '24:00' ? '00:00' : value });
    const [start, end] = [time('starts', own?.startTime ?? startTime), time('ends', own?.endTime ?? endTime)];
    const takes = element('input', {
      ...{ id: `takes-${periodIndex}`, type: 'checkbox', checked: known === null || own !== undefined },
      change: () => follow(),
    });
    const follow = () => {
      start.disabled = !takes.checked;
      end.disabled = !takes.checked;
    };
    follow();
    const label = name === '' ? count(periodIndex + 1) : name;
    const cell = (words: string, input: HTMLElement) =>
      element('td', {}, element('label', { for: input.id }, visuallyHidden(`${label}: ${words}`)), input);
    const row = element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('span', { class: 'check' }, takes, element('label', { for: takes.id }, nameOf(label))),
      ),
      cell(say('begins'), start),
      cell(say('endsAt'), end),
    );
    return { periodIndex, start, end, takes, row };
  });
  const minutes = element('input', {
    ...{ id: 'bells-minutes', type: 'number', min: '5', max: '240', step: '5', value: '30', inputmode: 'numeric' },
  });
  const shorten = () => {
    const length = Number(minutes.value);
    if (!Number.isInteger(length) || length < 1 || length > 240) return minutes.focus();
    const taking = new Set(rows.filter(({ takes }) => takes.checked).map(({ periodIndex }) => periodIndex));
    const shortened = shortenPeriods(
      usual.filter(({ periodIndex }) => taking.has(periodIndex)),
      length,
    );
    for (const { periodIndex, startTime, endTime } of shortened) {
      const row = rows.find((each) => each.periodIndex === periodIndex);
      if (row !== undefined) [row.start.value, row.end.value] = [startTime, endTime];
    }
  };
  const root = element(
    'fieldset',
    { class: 'choices', tabindex: '-1' },
    element('legend', {}, say('bellsOfDay')),
    ...(rows.length === 0
      ? [element('p', { class: 'quiet' }, say('noBells'))]
      : [
          element(
            'div',
            { class: 'span-fields' },
            formField(say('minutesEach'), minutes),
            element('button', { type: 'button', click: shorten }, say('shortenAll')),
          ),
          element(
            'table',
            { class: 'bells' },
            element(
              'thead',
              {},
              element(
                'tr',
                {},
                ...(['takesPlace', 'begins', 'endsAt'] as const).map((key) =>
                  element('th', { scope: 'col' }, say(key)),
                ),
              ),
            ),
            element('tbody', {}, ...rows.map(({ row }) => row)),
          ),
        ]),
  );
  return {
    root,
    periods() {
      const taking = rows.filter(({ takes }) => takes.checked);
      const isWhole = taking.every(({ start, end }) => start.value !== '' && end.value !== '');
      if (taking.length === 0 || !isWhole) return null;
      return taking.map(({ periodIndex, start, end }) => ({
        periodIndex,
        startTime: start.value.slice(0, 5),
        endTime: end.value.slice(0, 5),
      }));
    },
  };
}

/** The periods of the timetable on the day: of the day of the week, or else of the first one that has any. */
function usualPeriods(versions: readonly VersionBells[], date: number): Usual[] {
  const version = versionsOn(versions, date)[0] ?? versions[0];
  const { days = [], dayConfigurations = [] } = version?.bellSchedule ?? {};
  const dayIds = new Set(days.filter(({ dayOfWeek }) => dayOfWeek === weekdayOf(date)).map(({ id }) => id));
  const own = dayConfigurations.find((each) => each.dayIds.some((id) => dayIds.has(id))) ?? dayConfigurations[0];
  return (own?.periods ?? []).map(({ name, startTime, endTime }, periodIndex) => ({
    ...{ periodIndex, name, startTime, endTime },
  }));
}
