import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFeedEvents } from '../../src/calendar/feed/feed-events.ts';
import { feedWindow } from '../../src/calendar/feed/feed-window.ts';
import { writeFeed } from '../../src/calendar/feed/write-feed.ts';
import type { Person } from '../../src/calendar/lessons/index-persons.ts';
import { listLessons } from '../../src/calendar/lessons/list-lessons.ts';
import type { Calendar, Timetable } from '../../src/contract/types.generated.ts';
import { documents } from '../demo/demo-documents.ts';
import { words } from './feed/lessons.ts';
import { readStrictly } from './feed/strict-reader.ts';

const everybody = { classEntityIds: null };
const calendar: Calendar = {
  timeZone: 'Europe/Copenhagen',
  schoolDays: [1, 2, 3, 4, 5],
  counting: 'calendarWeeks',
  anchors: [{ date: 20260831, week: 1 }],
  terms: [{ id: 't', name: 'Year', firstDay: 20260901, lastDay: 20270630 }],
  closures: [
    { id: 'c1', name: 'Autumn break', firstDay: 20261001, lastDay: 20261016, ...everybody },
    { id: 'c2', name: 'Winter break', firstDay: 20261221, lastDay: 20270103, ...everybody },
    { id: 'c3', name: 'Spring break', firstDay: 20270430, lastDay: 20270509, ...everybody },
  ],
  exceptions: [
    { date: 20261224, name: 'Christmas Eve', kind: 'closed', ...everybody },
    { date: 20261222, name: 'Make-up day', kind: 'runs', like: { week: 1, dayOfWeek: 1 }, ...everybody },
    { date: 20261125, name: 'Excursion', kind: 'closed', classEntityIds: ['class-11A'] },
  ],
};
const window = feedWindow(20261115);
const eventsOf = createFeedEvents({ calendar, versions: documents, window });
const of = (person: Person) => eventsOf(person) ?? expect.unreachable(`${person.kind} ${person.entityId}`);

/** A few of each kind of each document. */
const persons = documents
  .filter(({ status }) => status === 'published')
  .flatMap(({ classes, teachers, rooms, students = [] }: Timetable) =>
    Object.entries({ class: classes, teacher: teachers, room: rooms, student: students }).flatMap(([kind, list]) =>
      list
        .filter((_, index) => index % 12 === 0)
        // The key of an object is a text to the compiler.
        .map(({ entityId }): Person => ({ kind: kind as Person['kind'], entityId })),
    ),
  );

test('the lessons of a person are those that are listed for them in the window', () => {
  expect(new Set(persons.map(({ kind }) => kind)).size).toBe(4);
  for (const person of persons) {
    const { firstDay, lastDay } = window;
    const listed = listLessons({ calendar, versions: documents, firstDay, lastDay, person });
    expect(of(person).lessons.map(({ weekInCycle: _, periodNames: __, ...lesson }) => lesson)).toEqual(listed);
  }
});

test('a feed has one event for each of them at the same moments, and UIDs of its own', () => {
  const seen = new Set<string>();
  for (const person of persons.filter((_, index) => index % 3 === 0)) {
    const events = of(person);
    const feed = writeFeed({
      ...events,
      ...{ window, words, name: person.entityId, hidesCancelled: false, previous: null, now: Date.UTC(2026, 10, 15) },
      person: { ...person, organisationId: 'demo' },
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
    });
    const read = readStrictly(feed.bytes).events;
    const timed = read.filter((event) => event['DTSTART'] !== undefined);
    const moment = (text: string) => `${new Date(text).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    const whole = events.closedDays.length;
    expect(feed.leftOut).toBe(Math.max(0, events.lessons.length + whole - 1000));
    const shown = events.lessons.slice(0, timed.length);
    expect(timed.map(({ DTSTART, DTEND }) => [DTSTART, DTEND])).toEqual(
      shown.map(({ start, end }) => [moment(start), moment(end)]),
    );
    for (const { UID = '' } of read) {
      expect(seen.has(UID)).toBe(false);
      seen.add(UID);
    }
  }
});

describe('the week of the cycle', () => {
  test('is that of the calendar where there are two weeks, and none where all are the same', () => {
    const upper = of({ kind: 'class', entityId: 'class-11A' }).lessons;
    const weeks = new Map(upper.map(({ date, weekInCycle }) => [date, weekInCycle]));
    expect([20261116, 20261123, 20261130].map((date) => weeks.get(date))).toEqual([2, 1, 2]);
    const diploma = documents.find(({ id }) => id === 'diploma-2026-v1')?.students?.[0]?.entityId ?? '';
    const { lessons } = of({ kind: 'student', entityId: diploma });
    expect(lessons.length).toBeGreaterThan(100);
    expect(new Set(lessons.map(({ weekInCycle }) => weekInCycle))).toEqual(new Set([null]));
  });
});

describe('closed days', () => {
  const general = [
    { firstDay: 20261001, lastDay: 20261016, name: 'Autumn break' },
    { firstDay: 20261221, lastDay: 20261221, name: 'Winter break' },
    { firstDay: 20261223, lastDay: 20261223, name: 'Winter break' },
    { firstDay: 20261224, lastDay: 20261224, name: 'Christmas Eve' },
    { firstDay: 20261225, lastDay: 20270103, name: 'Winter break' },
    { firstDay: 20270430, lastDay: 20270509, name: 'Spring break' },
  ];

  test('are whole at the ends of the window, and end where something else holds', () => {
    expect(of({ kind: 'class', entityId: 'class-5A' }).closedDays).toEqual(general);
  });

  test('of a class are also its own', () => {
    const excursion = { firstDay: 20261125, lastDay: 20261125, name: 'Excursion' };
    expect(of({ kind: 'class', entityId: 'class-11A' }).closedDays).toEqual([
      general[0],
      excursion,
      ...general.slice(1),
    ]);
  });

  test('of a teacher are those of everybody', () => {
    const teacher = documents[0]?.teachers[0]?.entityId ?? '';
    expect(of({ kind: 'teacher', entityId: teacher }).closedDays).toEqual(general);
  });

  test('may be all days: a closure of many years is bounded', () => {
    const closures = [{ id: 'c', name: 'Closed', firstDay: 19900101, lastDay: 20991231 }];
    const closed = createFeedEvents({
      calendar: { ...calendar, closures, exceptions: [] },
      versions: documents,
      window,
    });
    expect(closed({ kind: 'class', entityId: 'class-5A' })).toMatchObject({
      lessons: [],
      closedDays: [{ firstDay: 20251003, lastDay: 20271005, name: 'Closed' }],
    });
  });
});

test('a building is that of the room', () => {
  const room = documents.flatMap(({ rooms }) => rooms).find(({ buildingName }) => buildingName !== '');
  expect(of({ kind: 'room', entityId: room?.entityId ?? '' }).buildingNames.get(room?.entityId ?? '')).toBe(
    room?.buildingName,
  );
});

test('who is in no published version has no feed', () => {
  expect(eventsOf({ kind: 'student', entityId: 'nobody' })).toBeNull();
  expect(createFeedEvents({ calendar, versions: [], window })({ kind: 'class', entityId: 'class-5A' })).toBeNull();
});
