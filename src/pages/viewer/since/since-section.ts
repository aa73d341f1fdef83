// What changed since the reader looked last, in words: lessons, days that are other than planned, and another version.

import type { ResolvedTimetable, UnitOfChange } from '../../../client/belfry-client.ts';
import { weekdayNames } from '../../ui/calendar-words.ts';
import { dayInWords, spanInWords, weekdayInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import { listed, phrase } from '../../ui/phrase.ts';
import { countMore } from '../../ui/texts.ts';
import type { Kind } from '../address.ts';
import { weekInWords } from '../dates/week-names.ts';
import { say } from '../say.ts';
import type { LessonChange } from './join-doubles.ts';

export type Since = {
  /** Whether so much changed that nobody can say what. */
  isMuch: boolean;
  lessons: readonly LessonChange[];
  days: readonly { date: number; href: string }[];
  /** Where another version is compared; null where none was published. */
  versionHref: string | null;
};

/** Changes and days that stand in the list; the others are one press away, and counted beyond the most. */
const [shownChanges, mostChanges, shownNames] = [8, 100, 8];

const headings = {
  added: 'added',
  removed: 'gone',
  moved: 'moved',
  teacher: 'otherTeacher',
  room: 'otherRoom',
  other: 'otherwise',
} as const;

/** @param lastId of the last change that the reader has seen @param kind of what is shown, whose name is not repeated */
export function sinceSection(
  { isMuch, lessons, days, versionHref }: Since,
  timetable: ResolvedTimetable,
  lastId: string,
  kind: Kind,
  onRead: () => void,
): HTMLElement {
  const items = [
    ...days.map(({ date, href }) =>
      element('li', {}, ...phrase('otherOnDay', { day: element('a', { href }, weekdayInWords(date)) })),
    ),
    ...lessons.slice(0, mostChanges).map((change) => changeItem(change, timetable, kind)),
  ];
  const rest = items.slice(shownChanges);
  const uncounted = lessons.length - Math.min(lessons.length, mostChanges);
  return element(
    'section',
    { class: 'notice changes since no-print', 'aria-labelledby': 'since' },
    element('h2', { id: 'since' }, say('changedSince', { day: dayInWords(dayOfId(lastId)) })),
    isMuch && element('p', {}, say('muchChanged')),
    versionHref !== null && element('p', {}, element('a', { href: versionHref }, say('newVersion'))),
    items.length > 0 && element('ul', {}, ...items.slice(0, shownChanges)),
    rest.length > 0 &&
      element(
        'details',
        {},
        element('summary', {}, countMore(rest.length + uncounted)),
        element('ul', {}, ...rest),
        uncounted > 0 && element('p', { class: 'quiet' }, countMore(uncounted)),
      ),
    element('button', { type: 'button', click: onRead }, say('understood')),
  );
}

/** The day at the reader on which a change was published, which its id begins with: 20261128T101500123Z. */
function dayOfId(id: string): number {
  const [, year, month, day, hours, minutes] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(id)?.map(Number) ?? [];
  const moment = new Date(Date.UTC(year ?? 1970, (month ?? 1) - 1, day, hours, minutes));
  return moment.getFullYear() * 10_000 + (moment.getMonth() + 1) * 100 + moment.getDate();
}

function changeItem(
  { kind: what, before, after }: LessonChange,
  timetable: ResolvedTimetable,
  kind: Kind,
): HTMLElement | null {
  const unit = after ?? before;
  if (unit === null) return null;
  const fact = (of: (unit: UnitOfChange) => HTMLElement): Child[] =>
    before !== null && after !== null && of(before).textContent !== of(after).textContent
      ? phrase('nowAndWas', { now: of(after), was: of(before) })
      : [of(unit)];
  const lists = (['classes', 'teachers', 'rooms'] as const)
    .map((list) => fact((each) => namesOf(each[list])))
    // Its own name says nothing, unless it is what changed.
    .filter((facts, index) => ['class', 'teacher', 'room'][index] !== kind || facts.length > 1);
  return element(
    'li',
    {},
    element('span', {}, say(headings[what]), ': ', element('strong', {}, namesOf(unit.subjects))),
    ...[fact((each) => placeOf(each, timetable)), ...lists].map((each) => element('span', { class: 'fact' }, ...each)),
  );
}

function placeOf(
  { dayOfWeek, weekInCycle, startTime, endTime }: UnitOfChange,
  timetable: ResolvedTimetable,
): HTMLElement {
  if (dayOfWeek === null || startTime === null || endTime === null) return element('span', {}, say('noPlace'));
  const week = weekInCycle === null ? '' : ` (${weekInWords(timetable, weekInCycle)})`;
  return element(
    'span',
    {},
    `${weekdayNames()[dayOfWeek - 1]?.long ?? ''}${week} ${spanInWords({ startTime, endTime })}`,
  );
}

function namesOf(items: readonly { name: string }[]): HTMLElement {
  if (items.length === 0) return element('span', {}, say('nobody'));
  const rest = items.length - shownNames;
  const shown = items.slice(0, shownNames).map(({ name }) => nameOf(name));
  return element('span', {}, ...listed(shown), rest > 0 && ` ${countMore(rest)}`);
}
