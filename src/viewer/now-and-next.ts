// The banner above a grid that applies today: the day, the week of the cycle, and the current and next lessons. It uses
// the reader's clock.

import type { GridDay, GridSelection, PlacedCell, ResolvedTimetable } from '../client/belfry-client.ts';
import { lessonsOn, nowAndNext, weekOn } from '../client/on-date.ts';
import { weeksInCycle } from '../client/weeks-in-cycle.ts';
import { dayInWords, timeInWords, todayNumber, weekdayInWords } from './calendar.ts';
import { titleOf } from './cell-button.ts';
import { element, nameOf } from './element.ts';
import { keptChoices } from './kept-choices.ts';
import type { Naming } from './naming.ts';
import { count, say } from './say.ts';
import { repeatsTimes } from './time-lines.ts';

export type Today = {
  /** Null when nothing is taught on this weekday. */
  day: GridDay | null;
  /** YYYYMMDD. */
  date: number;
  /** The week of the cycle and the number of weeks; null where every week is the same. */
  week: { number: number; of: number; countedFrom: number } | null;
};

/**
 * Today in a timetable, by the reader's clock: the day, and the week of the cycle with the reader's correction.
 * @returns null for a draft, and where the version does not apply today
 */
export function todayIn(timetable: ResolvedTimetable, selection: GridSelection): Today | null {
  const { effectiveFrom, effectiveTo, groupId, bellSchedules } = timetable.document;
  const date = todayNumber();
  if (effectiveFrom === null || date < effectiveFrom || (effectiveTo !== null && date > effectiveTo)) return null;
  const options = { shift: keptChoices.shift(groupId) };
  const number = weekOn(timetable, date, options);
  return {
    date,
    day: lessonsOn(timetable, selection, date, options),
    week: number === null ? null : { number, of: weeksInCycle(bellSchedules) ?? 1, countedFrom: effectiveFrom },
  };
}

/** @param onNextWeek called when the reader says that the cycle is one week further than counted */
export function nowAndNextSection(today: Today, naming: Naming, onNextWeek: () => void): HTMLElement {
  const { day, date, week } = today;
  const lines = element('div', { class: 'now-lines' });
  const refresh = () => lines.replaceChildren(...linesAt(day, clockTime(), naming));
  refresh();
  const section = element(
    'section',
    { class: 'now no-print', 'aria-label': say('today') },
    element(
      'p',
      {},
      element('strong', {}, weekdayInWords(date)),
      week !== null && ` · ${say('weekOf', { week: week.number, weeks: week.of })} `,
      week !== null &&
        element(
          'button',
          {
            type: 'button',
            class: 'flip',
            title: say('countedFrom', { day: dayInWords(week.countedFrom) }),
            click: onNextWeek,
          },
          say('itIsWeek', { week: (week.number % week.of) + 1 }),
        ),
    ),
    week !== null && element('p', { class: 'quiet' }, say('countedAbout', { day: dayInWords(week.countedFrom) })),
    lines,
  );
  const timer = setInterval(() => (section.isConnected ? refresh() : clearInterval(timer)), 30_000);
  return section;
}

function linesAt(day: GridDay | null, time: string, naming: Naming): HTMLElement[] {
  if (day === null || day.blocks.length === 0) return [element('p', {}, say('noLessonsToday'))];
  const { now, next } = nowAndNext(day, time);
  if (now.length === 0 && next.length === 0) return [element('p', {}, say('noMoreLessons'))];
  return [
    line(say('now'), now, day, naming, ({ endTime }) => say('until', { time: timeInWords(endTime) })),
    line(say('next'), next, day, naming, ({ startTime }) => timeInWords(startTime)),
  ];
}

/** The most simultaneous lessons that are named. */
const maxNamed = 3;

function line(
  term: string,
  cells: readonly PlacedCell[],
  { timelines }: GridDay,
  { distinct }: Naming,
  when: (cell: PlacedCell) => string,
): HTMLElement {
  const named = cells
    .slice(0, maxNamed)
    .flatMap((cell, index) => [
      index > 0 && ' / ',
      nameOf(titleOf(cell)),
      ...cell.rooms.slice(0, 1).flatMap((room) => [' · ', nameOf(distinct(room))]),
    ]);
  const [first] = cells;
  const bells = timelines.find(({ bellSchedule }) => bellSchedule.id === first?.bellScheduleId);
  const period = bells?.periods[first?.periodIndex ?? -1];
  const rest = cells.length - maxNamed;
  return element(
    'p',
    {},
    element('span', { class: 'term' }, term),
    ...(first === undefined
      ? [say('nothing')]
      : [
          ...named,
          rest > 0 && ` +${count(rest)}`,
          ' ',
          element(
            'span',
            { class: 'quiet' },
            ...(period === undefined || repeatsTimes(period) ? [] : [nameOf(period.name), ' · ']),
            when(first),
          ),
        ]),
  );
}

/** HH:MM in the reader's time zone. */
export function clockTime(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(now.getHours())}:${two(now.getMinutes())}`;
}
