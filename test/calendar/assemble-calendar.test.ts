import { describe, expect, test } from 'vitest';
import { assembleCalendar } from '../../src/calendar/assemble-calendar.ts';
import type { Calendar, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { calendar, firstClass, oneWeek, sixDays, twoWeeks, version } from './small-school.ts';

const validate = createValidator();
const assemble = (school: Calendar, versions: Timetable[] = [version('v1', { bellSchedule: twoWeeks() })]) =>
  assembleCalendar({
    organisationId: 'school',
    generation: 7,
    calendar: school,
    versions,
    today: 20261123,
    tzdata: '2026f',
  });
const dayOf = (date: number, ...given: Parameters<typeof assemble>) =>
  assemble(...given).days.find((day) => day.date === date);
const monday = { groupId: 'group-1', timetableId: 'v1', weekInCycle: 1, dayOfWeek: 1, dayInCycle: null, periods: null };

describe('the published calendar', () => {
  test('has the calendar’s own fields, with what was left out', () => {
    const { days, ...rest } = assemble(
      calendar({
        closures: [{ id: 'c', name: 'Break', firstDay: 20261012, lastDay: 20261016 }],
        exceptions: [
          { date: 20261128, name: 'Make-up', kind: 'runs', like: { dayOfWeek: 1 } },
          { date: 20261224, name: 'Eve', kind: 'closed', classEntityIds: [firstClass] },
        ],
      }),
    );
    expect(rest).toEqual({
      orgId: 'school',
      generation: 7,
      timeZone: 'Europe/Berlin',
      schoolDays: [1, 2, 3, 4, 5],
      weekStartsOn: 1,
      terms: [],
      closures: [{ id: 'c', name: 'Break', firstDay: 20261012, lastDay: 20261016, classEntityIds: null }],
      counting: 'calendarWeeks',
      anchors: [],
      exceptions: [
        {
          date: 20261128,
          name: 'Make-up',
          kind: 'runs',
          like: { dayOfWeek: 1 },
          countsInCycle: true,
          classEntityIds: null,
        },
        { date: 20261224, name: 'Eve', kind: 'closed', classEntityIds: [firstClass] },
      ],
      firstDay: 20261001,
      lastDay: 20271231,
      tzdata: '2026f',
    });
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([457, 20261001, 20271231]);
  });

  test('is clipped to the terms, and has no days when all are over', () => {
    const terms = [{ id: 't', name: 'Autumn', firstDay: 20260810, lastDay: 20261218 }];
    expect(assemble(calendar({ terms }))).toMatchObject({ firstDay: 20261001, lastDay: 20261218 });
    const over = assemble(calendar({ terms: [{ id: 't', name: 'Autumn', firstDay: 20250810, lastDay: 20251218 }] }));
    expect(over).toMatchObject({ firstDay: null, lastDay: null, days: [] });
    expect(validate('published-calendar', over)).toMatchObject({ valid: true });
  });

  test.each<[string, number, Partial<Calendar>, object]>([
    ['a school day', 20261123, {}, { isSchoolDay: true, name: null, timetables: [monday], scoped: [] }],
    ['in the other week', 20261130, {}, { timetables: [{ ...monday, weekInCycle: 2 }] }],
    ['a Sunday', 20261129, {}, { isSchoolDay: false, name: null, timetables: [], scoped: [] }],
    [
      'a closure',
      20261123,
      { closures: [{ id: 'c', name: 'Flood', firstDay: 20261123, lastDay: 20261123 }] },
      { isSchoolDay: false, name: 'Flood', timetables: [] },
    ],
    [
      'a closure of some classes',
      20261123,
      { closures: [{ id: 'c', name: 'Camp', firstDay: 20261123, lastDay: 20261127, classEntityIds: [firstClass] }] },
      {
        isSchoolDay: true,
        name: null,
        timetables: [monday],
        scoped: [{ classEntityIds: [firstClass], isSchoolDay: false, name: 'Camp', timetables: [] }],
      },
    ],
    [
      'other bells for some classes, while there is no school otherwise',
      20261129,
      { exceptions: [{ date: 20261129, name: 'Fair', kind: 'bells', periods: [], classEntityIds: [firstClass] }] },
      {
        isSchoolDay: false,
        scoped: [
          {
            classEntityIds: [firstClass],
            isSchoolDay: true,
            name: 'Fair',
            timetables: [{ ...monday, dayOfWeek: 7, periods: [] }],
          },
        ],
      },
    ],
    [
      'a make-up Saturday',
      20261128,
      { exceptions: [{ date: 20261128, name: 'Make-up', kind: 'runs', like: { week: 2, dayOfWeek: 3 } }] },
      { isSchoolDay: true, name: 'Make-up', timetables: [{ ...monday, weekInCycle: 2, dayOfWeek: 3 }] },
    ],
  ])('%s', (_, date, changes, expected) => {
    expect(dayOf(date, calendar(changes))).toMatchObject(expected);
  });

  test('a cycle of six days names the day and whose weekday it is', () => {
    const school = calendar({ counting: 'schoolDays', anchors: [{ date: 20261123, day: 6 }] });
    expect(dayOf(20261123, school, [version('v1', { bellSchedule: sixDays() })])?.timetables).toEqual([
      { ...monday, weekInCycle: 2, dayOfWeek: 1, dayInCycle: 6 },
    ]);
    expect(dayOf(20261124, school, [version('v1', { bellSchedule: sixDays() })])?.timetables).toEqual([
      { ...monday, weekInCycle: 1, dayOfWeek: 1, dayInCycle: 1 },
    ]);
  });

  test('lists the timetables in the order of the list, and a school day without any', () => {
    const versions = [
      version('other', { groupId: 'other', bellSchedule: oneWeek(), effectiveFrom: 20261124 }),
      version('draft', { status: 'draft', effectiveFrom: null }),
      version('v1', { effectiveTo: 20261231 }),
    ];
    const ids = (date: number) => dayOf(date, calendar(), versions)?.timetables.map(({ timetableId }) => timetableId);
    expect([20261123, 20261124].map(ids)).toEqual([['v1'], ['other', 'v1']]);
    expect(dayOf(20261123, calendar(), [])).toMatchObject({ isSchoolDay: true, timetables: [] });
  });
});
