// The banner above a grid that applies today: the day, the week of the cycle, and the current and next lessons. Where the
// school has a calendar, it also says what kind of day it is; otherwise the reader can correct the week (week-correction.ts).

import { appliesOn } from '../../../calendar/lessons/applies-on.ts';
import type { GridDay, GridSelection, PlacedCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { nowAndNext } from '../../../client/dates/now-and-next.ts';
import { weeksInCycle } from '../../../client/dates/weeks-in-cycle.ts';
import { timeInWords, weekdayInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import { type Naming, namingOf } from '../choose/naming.ts';
import { clockTime, dates } from '../dates/dates.ts';
import { weekInWords } from '../dates/week-names.ts';
import { say } from '../say.ts';
import { titleOf } from './cell-button.ts';
import { repeatsTimes } from './time-lines.ts';

export type Today = {
  /** Null when nothing is taught today. */
  day: GridDay | null;
  /** YYYYMMDD. */
  date: number;
  /** The week of the cycle and the number of weeks; null where every week is the same. */
  week: { number: number; of: number } | null;
  /** The day from whose week the weeks are counted; null where a calendar knows the week. */
  countedFrom: number | null;
  /** What the calendar says: about today, and about the next school day if today is none. */
  notes: HTMLElement[];
  /** Adds what another timetable has today to what is on now. */
  add: (day: GridDay) => void;
};

/**
 * Today in a timetable: the day, and the week of the cycle.
 * @returns null for a draft, and where the version does not apply today
 */
export function todayIn(timetable: ResolvedTimetable, selection: GridSelection): Today | null {
  const { effectiveFrom, bellSchedules } = timetable.document;
  const { now, weekOn, lessonsOn, school } = dates();
  const { date } = now();
  if (effectiveFrom === null || !appliesOn(timetable.document, date)) return null;
  const number = weekOn(timetable, date);
  return {
    date,
    day: lessonsOn(timetable, selection, date),
    week: number === null ? null : { number, of: weeksInCycle(bellSchedules) ?? 1 },
    countedFrom: number === null || school !== null ? null : effectiveFrom,
    notes: school?.notes(timetable, selection, date) ?? [],
    add: () => {},
  };
}

/** `week-correction.ts` adds to its head. */
export function nowAndNextSection(timetable: ResolvedTimetable, today: Today): HTMLElement {
  const { date, week, notes } = today;
  let { day } = today;
  const naming = namingOf(timetable);
  const lines = element('div', { class: 'now-lines' });
  // Notes say why there are no lessons.
  const refresh = () =>
    lines.replaceChildren(...(day === null && notes.length > 0 ? [] : linesAt(day, clockTime(), naming)));
  refresh();
  today.add = ({ timelines, blocks, ...other }) => {
    day = {
      ...other,
      timelines: [...(day?.timelines ?? []), ...timelines],
      blocks: [...(day?.blocks ?? []), ...blocks],
    };
    refresh();
  };
  const head = element(
    'div',
    { class: 'now-head' },
    element(
      'p',
      {},
      element('strong', {}, weekdayInWords(date)),
      week !== null && ` · ${weekInWords(timetable, week.number)}`,
    ),
  );
  const section = element('section', { class: 'now no-print', 'aria-label': say('today') }, head, lines, ...notes);
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
  // By its time, since a day with other bells has only the periods that take place.
  const period = bells?.periods.find(({ startTime }) => startTime === first?.startTime);
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
