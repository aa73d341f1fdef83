// The week in which a date lies, as it takes place: a column for each school day with its date and its own times; closed days say
// why. Loaded with the calendar.

import { appliesOn } from '../../../calendar/lessons/applies-on.ts';
import { addDays, weekdayOf } from '../../../calendar/time/day.ts';
import { beginOfWeek } from '../../../calendar/time/school-week.ts';
import type { GridDay, GridSelection, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { layBlocks } from '../../../client/grid/lay-blocks.ts';
import { asPeopleWrite, momentOf, weekdayInWords } from '../../ui/date-words.ts';
import { type Child, element } from '../../ui/element.ts';
import { perLanguage } from '../../ui/texts.ts';
import type { DrawnDay } from '../grid/drawn-day.ts';
import { say } from '../say.ts';
import type { DatedWeek, Dates, SchoolDates } from './date-rule.ts';
import { weekInWords } from './week-names.ts';

const format = (parts: Intl.DateTimeFormatOptions) =>
  perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }));
const span = format({ day: 'numeric', month: 'short', year: 'numeric' });
const heading = format({ weekday: 'short', day: 'numeric', month: 'short' });
const tab = format({ weekday: 'short', day: 'numeric' });

type Rules = Pick<Dates, 'lessonsOn' | 'weekOn'> & { school: SchoolDates };

/** @param hrefOf the URL of a date in the version that applies then; null where none does */
export function weekOfDates(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  date: number,
  hrefOf: (date: number) => string | null,
  rules: Rules,
): Omit<DatedWeek, 'notes'> {
  const { calendar } = rules.school;
  const first = beginOfWeek(date, calendar.weekStartsOn);
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index)).flatMap(
    (each) => drawnDay(timetable, selection, each, hrefOf, rules) ?? [],
  );
  const numbers = new Set(
    days.flatMap(({ date: day = first, blocks }) =>
      // A day that runs as another says so itself.
      blocks.length > 0 && rules.school.on(day).like === null ? (rules.weekOn(timetable, day) ?? []) : [],
    ),
  );
  const last = days.at(-1)?.date ?? addDays(first, 6);
  const title = [
    asPeopleWrite(span().formatRange(momentOf(days[0]?.date ?? first), momentOf(last))),
    ...[...numbers].map((week) => weekInWords(timetable, week)),
  ].join(' · ');
  return { first, title, week: { week: null, days } };
}

/** Null on a day of the week without school, unless there is school on it. */
function drawnDay(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  date: number,
  hrefOf: (date: number) => string | null,
  { lessonsOn, school }: Rules,
): DrawnDay | null {
  const dayOfWeek = weekdayOf(date);
  const lessons = lessonsOn(timetable, selection, date);
  if (lessons === null && !school.calendar.schoolDays.includes(dayOfWeek)) return null;
  const reason = appliesOn(timetable.document, date)
    ? school.reason(timetable, selection, date)
    : otherVersion(hrefOf(date));
  const cycleDay = lessons === null ? null : school.cycleDay(timetable, date);
  const notes: Child[][] = [
    ...(cycleDay === null ? [] : [[say('dayOfCycle', cycleDay)]]),
    ...(lessons === null || reason === null ? [] : [reason]),
  ];
  return {
    label: weekdayInWords(date),
    shortLabel: tab().format(momentOf(date)),
    dayOfWeek,
    timelines: lessons?.timelines ?? [],
    blocks: lessons === null ? [] : withCancelled(lessons),
    date,
    heading: [
      element('span', {}, asPeopleWrite(heading().format(momentOf(date)))),
      ...notes.map((note) => element('span', { class: 'day-note' }, ' ', ...note)),
    ],
    ...(lessons === null ? { closed: reason ?? [say('emptyDay')] } : {}),
  };
}

/** What does not take place stands beside what does. */
const withCancelled = ({ blocks, cancelled = [] }: GridDay) =>
  cancelled.length === 0 ? blocks : layBlocks([...blocks.flatMap(({ cells }) => cells), ...cancelled]);

/** The lessons of another version are on its own page. */
const otherVersion = (href: string | null): Child[] => [
  href === null ? say('noVersion') : element('a', { href }, say('otherVersion')),
];
