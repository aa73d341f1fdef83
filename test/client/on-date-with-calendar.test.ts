// The lessons of a date where the school has a calendar: closures, other days, other bells, and each way of counting.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/time/day.ts';
import type { Calendar, GridSelection, Timetable } from '../../src/client/belfry-client.ts';
import { calendarOf } from '../../src/client/dates/calendar-of.ts';
import { nowAndNext } from '../../src/client/dates/now-and-next.ts';
import { dayOn, lessonsOn, weekOn } from '../../src/client/dates/on-date.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const found = (id: string): Timetable => {
  const document = documents.find((each) => each.id === id);
  if (document === undefined) throw new Error(`the demo school has no ${id}`);
  return document;
};
// Two weeks, from Tuesday 1 September 2026 on, on two bell schedules.
const upper = found('upper-2026-v1');

const calendar: Calendar = {
  timeZone: 'Europe/Zurich',
  schoolDays: [1, 2, 3, 4, 5],
  terms: [
    { id: 't1', name: 'Autumn', firstDay: 20260831, lastDay: 20261218 },
    { id: 't2', name: 'Spring', firstDay: 20270104, lastDay: 20270709 },
  ],
  closures: [
    { id: 'c1', name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 },
    { id: 'c2', name: 'Trip', firstDay: 20261118, lastDay: 20261119, classEntityIds: ['class-11A'] },
  ],
  counting: 'calendarWeeks',
  anchors: [{ date: 20260831, week: 1 }],
  exceptions: [
    { date: 20261128, name: 'Make-up Saturday', kind: 'runs', like: { week: 1, dayOfWeek: 3 }, countsInCycle: false },
    { date: 20261204, name: 'Storm', kind: 'closed' },
    {
      date: 20261210,
      name: 'Short day',
      kind: 'bells',
      periods: [
        { periodIndex: 0, startTime: '08:00', endTime: '08:30' },
        { periodIndex: 1, startTime: '08:35', endTime: '09:05' },
      ],
    },
  ],
};
const schoolWeeks: Calendar = { ...calendar, counting: 'schoolWeeks' };
const schoolDays: Calendar = {
  ...calendar,
  counting: 'schoolDays',
  anchors: [{ date: 20260831, day: 1 }],
  exceptions: (calendar.exceptions ?? []).map((each) => (each.kind === 'runs' ? { ...each, like: { day: 3 } } : each)),
};
const of11A: GridSelection = { class: 'cls_11A' };
const of11B: GridSelection = { class: 'cls_11B' };

describe('the day of a class', () => {
  test.each([
    { counting: calendar, date: '2026-11-17', week: 2, day: 'Tuesday B' },
    { counting: schoolWeeks, date: '2026-11-17', week: 1, day: 'Tuesday A' },
    { counting: schoolDays, date: '2026-10-09', week: 2, day: 'Friday B' },
    // After the autumn break: a week further, or the next week, or the next day.
    { counting: calendar, date: '2026-10-19', week: 2, day: 'Monday B' },
    { counting: schoolWeeks, date: '2026-10-19', week: 1, day: 'Monday A' },
    { counting: schoolDays, date: '2026-10-19', week: 1, day: 'Monday A' },
    // In it.
    { counting: calendar, date: '2026-10-12', week: 1, day: null },
    { counting: schoolWeeks, date: '2026-10-12', week: null, day: null },
    { counting: schoolDays, date: '2026-10-12', week: null, day: null },
    // A make-up Saturday, and the Sunday after it.
    { counting: calendar, date: '2026-11-28', week: 1, day: 'Wednesday A' },
    { counting: schoolDays, date: '2026-11-28', week: 1, day: 'Wednesday A' },
    { counting: calendar, date: '2026-11-29', week: 1, day: null },
    // A closed Friday takes no day of the cycle, so its lessons are on Monday.
    { counting: calendar, date: '2026-12-04', week: 2, day: null },
    { counting: schoolDays, date: '2026-12-07', week: 1, day: 'Friday A' },
    { counting: calendar, date: '2026-12-10', week: 1, day: 'Thursday A' },
    // Between the terms, and after Christmas.
    { counting: calendar, date: '2026-12-21', week: 1, day: null },
    { counting: calendar, date: '2027-01-04', week: 1, day: 'Monday A' },
    { counting: schoolWeeks, date: '2027-01-04', week: 2, day: 'Monday B' },
  ])('$counting.counting, $date: week $week, $day', ({ counting, date, week, day }) => {
    expect(weekOn(upper, date, { calendar: counting })).toBe(week);
    expect(lessonsOn(upper, of11A, date, { calendar: counting })?.label ?? null).toBe(day);
    expect(dayOn(upper, date, { calendar: counting })?.label ?? null).toBe(day);
  });

  test('a class has a closure of its own, and its teachers have no lessons with it', () => {
    const on = (selection: GridSelection, date: string) => lessonsOn(upper, selection, date, { calendar });
    expect(on(of11A, '2026-11-18')).toBe(null);
    expect(on(of11B, '2026-11-18')?.label).toBe('Wednesday B');
    const taught = upper.teachers.flatMap(({ localId }) => on({ teacher: localId }, '2026-11-18')?.blocks ?? []);
    const classes = new Set(
      taught.flatMap(({ cells }) => cells.flatMap((cell) => cell.classes)).map(({ name }) => name),
    );
    expect(classes).not.toContain('Upper 11A');
    expect(classes).toContain('Upper 11B');
    expect(on(of11A, '2026-11-20')?.label).toBe('Friday B');
  });

  test('a short day has its own times, and only the periods that are listed', () => {
    const day = lessonsOn(upper, of11A, '2026-12-10', { calendar });
    expect(day?.timelines.map(({ periods }) => periods.map(({ name, startTime }) => `${name} ${startTime}`))).toEqual([
      ['Period 1 08:00', 'Period 2 08:35'],
    ]);
    const cells = day?.blocks.flatMap((block) => block.cells) ?? [];
    expect(cells.length).toBeGreaterThan(0);
    for (const { startTime, endTime } of cells)
      expect(['08:00 08:30', '08:35 09:05', '08:00 09:05']).toContain(`${startTime} ${endTime}`);
    expect(nowAndNext(day, '08:20').now.map(({ endTime }) => endTime <= '09:05')).toContain(true);
    expect(nowAndNext(day, '09:05')).toEqual({ now: [], next: [] });
  });

  test('other bells for one class are its own, also in lessons that it shares', () => {
    const periods = Array.from({ length: 7 }, (_, periodIndex) => ({
      ...{ periodIndex, startTime: `1${periodIndex}:00`, endTime: `1${periodIndex}:30` },
    }));
    const scoped: Calendar = {
      ...calendar,
      exceptions: [{ date: 20261117, name: 'Exam', kind: 'bells', periods, classEntityIds: ['class-11A'] }],
    };
    const cellsOf = (selection: GridSelection) =>
      lessonsOn(upper, selection, '2026-11-17', { calendar: scoped })?.blocks.flatMap(({ cells }) => cells) ?? [];
    const startsOf = (selection: GridSelection) => new Set(cellsOf(selection).map(({ startTime }) => startTime));
    expect(cellsOf(of11A).some(({ units }) => units.some(({ classIds }) => classIds.length > 1))).toBe(true);
    for (const start of startsOf(of11A)) expect(start).toMatch(/^1\d:00$/);
    for (const start of startsOf(of11B))
      expect(upper.bellSchedule.dayConfigurations[0]?.periods.map((each) => each.startTime)).toContain(start);
    // A teacher of both has the lesson twice, once with each.
    const shared = cellsOf(of11A).flatMap(({ units }) => units.filter(({ classIds }) => classIds.length > 1))[0];
    const taught = cellsOf({ teacher: shared?.teacherIds[0] ?? '' }).filter(
      ({ units }) => shared && units.includes(shared),
    );
    expect(taught.map(({ classes }) => classes.map(({ name }) => name).includes('Upper 11A')).sort()).toEqual([
      false,
      true,
    ]);
  });

  test('a version has no lessons before it takes effect and after it ends', () => {
    expect(lessonsOn(upper, of11A, '2026-08-31', { calendar })).toBe(null);
    expect(lessonsOn({ ...upper, effectiveTo: 20261116 }, of11A, '2026-11-17', { calendar })).toBe(null);
  });

  test('a version has its lessons whether it is published or not', () => {
    const draft = { ...upper, status: 'draft', effectiveFrom: null, publishedAt: null } as const;
    expect(lessonsOn(draft, of11A, '2026-11-17', { calendar })?.label).toBe('Tuesday B');
  });
});

test('a calendar without holidays and anchors says what the count of weeks says', () => {
  const always: Calendar = { timeZone: 'UTC', schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' };
  const selections = documents.flatMap((document) => [
    ...document.classes.map(({ localId }) => ({ document, selection: { class: localId } })),
    ...document.teachers.map(({ localId }) => ({ document, selection: { teacher: localId } })),
    ...document.rooms.map(({ localId }) => ({ document, selection: { room: localId } })),
    ...(document.students ?? []).map(({ localId }) => ({ document, selection: { student: localId } })),
    ...document.subjects.map(({ localId }) => ({ document, selection: { subject: localId } })),
  ]);
  fc.assert(
    fc.property(fc.constantFrom(...selections), fc.integer({ min: 0, max: 400 }), ({ document, selection }, days) => {
      const date = addDays(20260901, days);
      // A double period across a break is one cell of a grid, and two lessons of a date.
      const dayOf = (options: { calendar?: Calendar }) => {
        const day = lessonsOn(document, selection, date, options);
        const cells = day?.blocks.flatMap((block) => block.cells) ?? [];
        return {
          label: day?.label,
          timelines: day?.timelines,
          first: cells.map(({ startTime }) => startTime).sort()[0],
          last: cells
            .map(({ endTime }) => endTime)
            .sort()
            .at(-1),
          units: [...new Set(cells.flatMap((cell) => cell.units.map(({ localId }) => localId)))].sort(),
        };
      };
      expect(dayOf({ calendar: always })).toEqual(dayOf({}));
      expect(weekOn(document, date, { calendar: always })).toBe(weekOn(document, date));
      expect(dayOn(document, date, { calendar: always })).toEqual(dayOn(document, date));
    }),
  );
});

describe('calendarOf', () => {
  const school = calendarOf(calendar);

  test.each([
    ['2026-11-17T22:59:00Z', 20261117, '23:59'],
    ['2026-11-17T23:00:00Z', 20261118, '00:00'],
    ['2026-10-25T00:30:00Z', 20261025, '02:30'],
    ['2026-10-25T01:30:00Z', 20261025, '02:30'],
  ])('at %s it is %i, %s at the school', (moment, date, time) => {
    expect(school.now(Date.parse(moment))).toEqual({ date, time });
  });

  test.each([
    ['2026-10-09', null, 20261019],
    ['2026-11-17', null, 20261118],
    ['2026-11-17', 'class-11A', 20261120],
    ['2026-11-27', null, 20261128],
    ['2026-12-18', null, 20270104],
    ['2027-07-09', null, null],
  ])('after %s there is school next for %j on %j', (date, schoolClass, next) => {
    expect(school.nextSchoolDay(date, schoolClass)).toBe(next);
  });

  test.each([
    ['2026-10-12', null, { isSchoolDay: false, name: 'Autumn break', why: 'closure' }],
    ['2026-11-18', 'class-11A', { isSchoolDay: false, name: 'Trip', why: 'closure' }],
    ['2026-12-20', null, { isSchoolDay: false, name: null, why: 'outside terms' }],
    ['2026-11-28', null, { isSchoolDay: true, name: 'Make-up Saturday', why: 'exception' }],
    ['2026-11-17', null, { isSchoolDay: true, name: null, why: null }],
  ])('%s for %j: %j', (date, schoolClass, day) => {
    expect(school.on(date, schoolClass)).toMatchObject(day);
  });

  test('a date that does not exist is a RangeError', () => {
    expect(() => school.on('2026-02-30')).toThrow(RangeError);
    expect(() => lessonsOn(upper, of11A, 'tomorrow', { calendar })).toThrow(RangeError);
  });
});

test('a lesson that ends on the next day is on until midnight', () => {
  const day = lessonsOn(upper, of11A, '2026-12-10', {
    calendar: {
      ...calendar,
      exceptions: [
        {
          date: 20261210,
          name: 'Night of the stars',
          kind: 'bells',
          periods: Array.from({ length: 7 }, (_, periodIndex) => ({
            periodIndex,
            startTime: '23:00',
            endTime: '01:00',
          })),
        },
      ],
    },
  });
  expect(nowAndNext(day, '22:59').now).toEqual([]);
  expect(nowAndNext(day, '23:30').now.length).toBeGreaterThan(0);
});
