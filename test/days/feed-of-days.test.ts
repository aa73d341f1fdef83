// Feeds of generated schools under generated changes, as two parsers read them: on each date a feed has what the day has for its
// person, and whoever withdraws everything has the feed of before.

import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { createFeedEvents } from '../../src/calendar/feed/feed-events.ts';
import { feedWindow } from '../../src/calendar/feed/feed-window.ts';
import { feedWords } from '../../src/calendar/feed/feed-words.ts';
import { draftFeed, type Feed } from '../../src/calendar/feed/write-feed.ts';
import type { Person } from '../../src/calendar/lessons/index-persons.ts';
import { createLessonPlanner } from '../../src/calendar/lessons/plan-lessons.ts';
import { addDays } from '../../src/calendar/time/day.ts';
import type { Calendar, DayChange, Timetable } from '../../src/contract/types.generated.ts';
import { changesOfPerson } from '../../src/days/changes-of-person.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { arbitraryCalendar } from '../calendar/arbitrary-calendar.ts';
import { everybodyOf } from '../calendar/feed/expect-feed.ts';
import { type ReadEvent, readStrictly } from '../calendar/feed/strict-reader.ts';
import { calendar, firstClass, span, version } from '../calendar/small-school.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { times } from '../support/thoroughness.ts';
import { changesOf, drawnChanges } from './draw-changes.ts';

const monday = 20260928;
const window = feedWindow(monday);
const now = Date.UTC(2026, 8, 28);
const hour = 3_600_000;

/** Up to seven dates of the next weeks on which somebody has lessons. */
function datesOf(school: School): number[] {
  const all = Array.from({ length: 28 }, (_, day) => addDays(monday, day));
  const lister = createLessonPlanner(school);
  return all.filter((date) => lister.plan(date).length > 0).slice(0, 7);
}

type School = { calendar: Calendar; versions: readonly Timetable[] };

function feedsOf({ calendar, versions }: School, person: Person, changes: readonly DayChange[]) {
  const days = resolveDays({ ...noChanges, calendar, versions, changes, sha256: sha256OfText });
  const own = days.of(person, 'substitute');
  const events = createFeedEvents({ calendar, versions, window })(person, changesOfPerson(own, monday, window.lastDay));
  if (events === null) return null;
  const draft = (hidesCancelled: boolean) =>
    draftFeed({
      ...{ ...events, hidesCancelled, window, words: feedWords.en, name: 'Somebody', sha256: sha256OfText },
      person: { ...person, organisationId: 'school' },
    });
  return { own, shown: draft(false), hidden: draft(true) };
}

/** Both readers must say the same. */
function read({ bytes }: Feed): ReadEvent[] {
  const { events } = readStrictly(bytes);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  expect(components.map((each) => new ICAL.Event(each).summary)).toEqual(events.map(({ SUMMARY }) => SUMMARY));
  const uids = events.map(({ UID }) => UID);
  expect(new Set(uids).size).toBe(uids.length);
  return events;
}

const inUtc = (text: string) => `${new Date(text).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** What does not say how often and when an event changed. */
const saying = ({ SEQUENCE: _, DTSTAMP: __, 'LAST-MODIFIED': ___, ...said }: ReadEvent) => said;

/** @returns how many events were not as planned */
function compare(school: School, person: Person, changes: readonly DayChange[]): number {
  const [planned, changed] = [feedsOf(school, person, []), feedsOf(school, person, changes)];
  if (changed === null) return 0;
  const first = (planned ?? changed).shown.write(null, now);
  const before = planned === null ? [] : read(first);
  const second = changed.shown.write(first.state, now + hour);
  if (first.leftOut + second.leftOut > 0) return 0;
  const after = read(second);

  // Each date has what the day has.
  const on = (events: readonly ReadEvent[], date: number) =>
    events.filter(({ UID = '' }) => UID.startsWith(`${date}T`));
  for (const date of changed.own.changed) {
    if (date < monday || date > window.lastDay) continue;
    const expected = (changed.own.on(date)?.lessons ?? [])
      .filter(
        ({ planned: ownPlan, shown, takesPart }) =>
          takesPart || ownPlan !== null || shown.status === 'cancelled' || shown.movedFrom === null,
      )
      .map(({ shown, takesPart }) => {
        const isFree = shown.status === 'cancelled' || !takesPart;
        const text = shown.text ?? '';
        return JSON.stringify([inUtc(shown.start), isFree, text]);
      });
    const found = on(after, date).map((event) => {
      const text = /^(Trip|Bring a book, please; or two\nbooks)(\n|$)/.exec(event['DESCRIPTION'] ?? '')?.[1] ?? '';
      const isFree = event['TRANSP'] === 'TRANSPARENT';
      if (isFree)
        expect(event['SUMMARY']).toMatch(
          /^✕ (Cancelled|Moved|Substituted|Without this class|Without your class|In another room): /,
        );
      return JSON.stringify([event['DTSTART'], isFree, text]);
    });
    expect(found.sort()).toEqual(expected.sort());
  }
  // Nobody's event goes: a UID stays, with a higher SEQUENCE where it says something else.
  const byUid = new Map(after.map((event) => [event['UID'], event]));
  let different = 0;
  for (const event of before.filter(({ UID = '' }) => UID.includes('T'))) {
    const same = byUid.get(event['UID']);
    expect(same?.['DTSTART']).toBe(event['DTSTART']);
    const isSame = JSON.stringify(saying(event)) === JSON.stringify(saying(same ?? {}));
    expect(Number(same?.['SEQUENCE'])).toBe(Number(event['SEQUENCE']) + (isSame ? 0 : 1));
    if (isSame) expect(same).toEqual(event);
    else different += 1;
  }
  // Whoever hides what does not take place has all the rest, under the same UIDs.
  const visible = after.filter(({ TRANSP, UID = '' }) => TRANSP !== 'TRANSPARENT' || !UID.includes('T'));
  const hidden = read(changed.hidden.write(first.state, now + hour));
  if (visible.length > 0) expect(hidden).toEqual(visible);

  // Withdrawn: as before, and no SEQUENCE goes back.
  if (planned === null) return different;
  expect(planned.shown.basis).toBe(feedsOf(school, person, [])?.shown.basis);
  const withdrawn = read(planned.shown.write(second.state, now + 2 * hour));
  expect(withdrawn.map(saying)).toEqual(before.map(saying));
  for (const event of withdrawn) {
    const last = byUid.get(event['UID']);
    expect(Number(event['SEQUENCE'])).toBeGreaterThanOrEqual(Number(last?.['SEQUENCE'] ?? 0));
  }
  return different;
}

describe('a feed follows the days', () => {
  test('at generated schools, under generated calendars', { tags: 'long' }, () => {
    let different = 0;
    const published = denseTimetable.map((each): Timetable[] => [
      {
        ...each,
        status: 'published',
        publishedAt: each.createdAt,
        effectiveFrom: addDays(monday, -20),
        effectiveTo: null,
      },
    ]);
    fc.assert(
      fc.property(
        arbitraryCalendar({ start: monday, classEntityIds: ['e-cls_0', 'e-cls_1'] }),
        published,
        drawnChanges,
        fc.nat(3),
        (calendar, versions, drawn, some) => {
          const school = { calendar, versions };
          const dates = datesOf(school);
          // A school without lessons, or without changes, has nothing to compare.
          fc.pre(dates.length > 0 && drawn.length > 0);
          const changes = changesOf(drawn, school, dates);
          const persons = everybodyOf(versions).filter((_, index) => index % 4 === some);
          for (const person of persons) different += compare(school, person, changes);
        },
      ),
      { numRuns: times(25, 300) },
    );
    expect(different).toBeGreaterThan(20);
  });
});

describe('what an event says', () => {
  const versions = [version('v1', { lessonUnits: span('a', 'd0', [0, 1]) })];
  const school = { calendar: calendar(), versions };
  const at8 = { startTime: '08:00', wholeLesson: true };
  const eventsOf = (person: Person, change: Partial<DayChange>) => {
    const saidOf = (changes: readonly DayChange[]) => {
      const feeds = feedsOf(school, person, changes);
      return feeds === null ? [] : read(feeds.shown.write(null, now)).map(saying);
    };
    const planned = new Set(saidOf([]).map((event) => JSON.stringify(event)));
    return saidOf([{ ref: '1', date: monday, ...change }])
      .filter((event) => !planned.has(JSON.stringify(event)))
      .map((event) => [event['SUMMARY'], event['DESCRIPTION']]);
  };
  const [classOne, teacher]: Person[] = [
    { kind: 'class', entityId: firstClass },
    { kind: 'teacher', entityId: 'entity-tch_1' },
  ];
  test.each([
    [
      'cancelled, without the teacher',
      classOne,
      { lesson: at8, cancelled: true, text: 'Trip' },
      [['✕ Cancelled: Physics', 'Trip\nPeriods 1 to 2']],
    ],
    [
      'substituted',
      teacher,
      { lesson: at8, teachers: ['Bob'] },
      [['✕ Substituted: Physics (Year 1)', 'Periods 1 to 2']],
    ],
    ['with somebody else', classOne, { lesson: at8, teachers: ['Bob'] }, [['Physics (Bob)', 'Periods 1 to 2']]],
    [
      'moved to another day',
      teacher,
      { lesson: at8, moveTo: { date: addDays(monday, 1), startTime: '13:00', endTime: '14:00' } },
      [
        ['✕ Moved: Physics (Year 1)', 'Periods 1 to 2\nMoved to 2026-09-29, 13:00'],
        ['Physics (Year 1)', 'Moved from 2026-09-28, 08:00'],
      ],
    ],
    [
      'half of a double',
      teacher,
      { lesson: { startTime: '08:45' }, cancelled: true },
      [
        ['Physics (Year 1)', 'Period 1'],
        ['✕ Cancelled: Physics (Year 1)', 'Period 2'],
      ],
    ],
    [
      'an exam that is added',
      classOne,
      { added: { kind: 'exam', startTime: '12:00', endTime: '13:00', classes: ['Year 1'] } },
      [['Exam', undefined]],
    ],
  ] as const)('%s', (_, person, change, expected) => {
    if (person === undefined) throw new Error('there are two persons');
    expect(eventsOf(person, change as Partial<DayChange>)).toEqual(expected);
  });
});
