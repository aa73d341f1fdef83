import { describe, expect, test } from 'vitest';
import { createFeedEvents } from '../../src/calendar/feed/feed-events.ts';
import { feedWords } from '../../src/calendar/feed/feed-words.ts';
import { writeFeed } from '../../src/calendar/feed/write-feed.ts';
import { listLessons } from '../../src/calendar/lessons/list-lessons.ts';
import type { Calendar, Exception, Timetable } from '../../src/contract/types.generated.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import {
  bells,
  calendar,
  firstClass,
  oneWeek,
  secondClass,
  span,
  twoWeeks,
  unit,
  version,
  weekdays,
} from './small-school.ts';

/** Monday 23 to Sunday 29 November 2026. */
const [firstDay, lastDay] = [20261123, 20261129];

type Asked = Partial<Pick<Parameters<typeof listLessons>[0], 'firstDay' | 'lastDay' | 'person'>>;
const lessons = (school: Calendar, versions: Timetable | Timetable[], asked: Asked = {}) =>
  listLessons({ calendar: school, versions: [versions].flat(), firstDay, lastDay, ...asked });
/** Date, times, units and classes in one line each. */
const lines = (...given: Parameters<typeof lessons>) =>
  lessons(...given).map(
    ({ date, startTime, endTime, unitLocalIds, classes }) =>
      `${date} ${startTime}-${endTime} ${unitLocalIds.join('+')}${classes.map(({ name }) => ` ${name}`).join()}`,
  );
const on = (date: number, kind: Exception['kind'], more: Partial<Exception> = {}): Exception => ({
  ...{ date, name: kind, kind },
  ...more,
});
const both = ['cls_1', 'cls_2'];

test('a lesson is written out, without students', () => {
  const taught = unit('lu_1', 'd0', 0, { subjectIds: ['sub_1', 'crs_1'], studentIds: ['stu_1'] });
  const { courses = [] } = smallTimetable();
  expect(lessons(calendar(), version('v1', { lessonUnits: [taught], courses }))).toEqual([
    {
      date: 20261123,
      startTime: '08:00',
      endTime: '08:45',
      start: '2026-11-23T08:00:00+01:00',
      end: '2026-11-23T08:45:00+01:00',
      timetableId: 'v1',
      unitLocalIds: ['lu_1'],
      periodIndex: 0,
      periods: 1,
      subjects: [
        { entityId: 'entity-sub_1', externalId: null, name: 'Physics', shortName: 'Phy' },
        { entityId: 'entity-crs_1', externalId: null, name: 'Physics HL', shortName: 'PHY' },
      ],
      teachers: [{ entityId: 'entity-tch_1', externalId: null, name: 'Ada', shortName: 'Ada' }],
      classes: [{ entityId: firstClass, externalId: null, name: 'Year 1', shortName: 'Yea' }],
      rooms: [{ entityId: 'entity-rom_1', externalId: null, name: 'Lab', shortName: 'Lab' }],
    },
  ]);
});

describe('units of one span are one lesson', () => {
  const other = { classIds: ['cls_2'], teacherIds: [], roomIds: [] };
  test.each([
    ['a double period', span('s', 'd0', [0, 1]), ['08:00-09:30 s0+s1']],
    ['but not across a break', span('s', 'd0', [1, 2]), ['08:45-09:30 s0', '09:50-10:35 s1']],
    ['or three periods around one', span('s', 'd0', [0, 1, 2]), ['08:00-09:30 s0+s1', '09:50-10:35 s2']],
    ['in the order of their periods', span('s', 'd0', [3, 2]), ['09:50-11:20 s1+s0']],
    ['a repeated period is a lesson of its own', span('s', 'd0', [2, 2, 3]), ['09:50-10:35 s0', '09:50-11:20 s1+s2']],
    [
      'not on two days',
      [...span('s', 'd0', [0]), unit('lu_t', 'd1', 1, { spanId: 's' })],
      ['08:00-08:45 s0', '08:45-09:30 t'],
    ],
    ['a hole is none when nothing lies in it', span('s', 'd0', [2, 4]), ['09:50-12:05 s0+s1']],
    [
      'a lesson of the class lies in it',
      [...span('s', 'd0', [2, 4]), unit('lu_x', 'd0', 3, { teacherIds: [], roomIds: [] })],
      ['09:50-10:35 s0', '10:35-11:20 x', '11:20-12:05 s1'],
    ],
    [
      'one of another class, teacher and room does not matter',
      [...span('s', 'd0', [2, 4]), unit('lu_x', 'd0', 3, other)],
      ['09:50-12:05 s0+s1', '10:35-11:20 x'],
    ],
    [
      'one in the same room does',
      [...span('s', 'd0', [2, 4]), unit('lu_x', 'd0', 3, { ...other, roomIds: ['rom_1'] })],
      ['09:50-10:35 s0', '10:35-11:20 x', '11:20-12:05 s1'],
    ],
    [
      'and so does one of another span',
      [...span('s', 'd0', [2, 4]), unit('lu_x', 'd0', 3, { spanId: 'x' })],
      ['09:50-10:35 s0', '10:35-11:20 x', '11:20-12:05 s1'],
    ],
  ])('%s', (_, lessonUnits, expected) => {
    const times: [string, string][] = [
      ...(['08:00-08:45', '08:45-09:30', '09:50-10:35', '10:35-11:20', '11:20-12:05'].map((each) =>
        each.split('-'),
      ) as [string, string][]),
    ];
    const schedule = bells(
      weekdays.map((day) => [day, null]),
      { times },
    );
    const found = lessons(calendar(), version('v1', { bellSchedule: schedule, lessonUnits }));
    expect(
      found.map(
        ({ startTime, endTime, unitLocalIds }) =>
          `${startTime}-${endTime} ${unitLocalIds.join('+').replaceAll('lu_', '')}`,
      ),
    ).toEqual(expected);
  });

  test('its names are those of all units, each once, in their order', () => {
    const [one, two] = span('s', 'd0', [0, 1]);
    if (one === undefined || two === undefined) throw new Error('a span of two units');
    const lessonUnits = [one, { ...two, classIds: ['cls_2', 'cls_1'], teacherIds: [] }];
    expect(lessons(calendar(), version('v1', { lessonUnits }))).toMatchObject([
      {
        periods: 2,
        periodIndex: 0,
        classes: [{ entityId: firstClass }, { entityId: secondClass }],
        teachers: [{ name: 'Ada' }],
      },
    ]);
  });
});

test('a lesson that lies between is found beside units of the same span that do not take place', () => {
  const times: [string, string][] = Array.from({ length: 6 }, (_, hour) => [`1${hour}:00`, `1${hour}:45`]);
  const bellSchedule = { ...bells([[1, null]], { times }) };
  const closures = [{ id: 'c', name: 'Camp', firstDay, lastDay, classEntityIds: [secondClass] }];
  const own = (periods: readonly number[]) => span('s', 'd0', periods);
  const closed = (period: number) => unit('lu_closed', 'd0', period, { spanId: 's', classIds: ['cls_2'] });
  const other = (period: number) => unit('lu_x', 'd0', period, { classIds: [] });
  const found = (lessonUnits: ReturnType<typeof own>) =>
    lines(calendar({ closures }), version('v1', { bellSchedule, lessonUnits })).map((line) => line.split(' ')[2]);
  expect(found([...own([2, 5]), closed(3)])).toEqual(['lu_s0+lu_s1']);
  expect(found([...own([2, 5]), closed(3), other(4)])).toEqual(['lu_s0', 'lu_x', 'lu_s1']);
  expect(found([other(3), ...own([2, 5]), closed(3)])).toEqual(['lu_s0', 'lu_x', 'lu_s1']);
  // What takes place at the same time as a unit does not lie between.
  expect(found([other(2), ...own([2, 5])])).toEqual(['lu_x', 'lu_s0+lu_s1']);
  expect(found([...own([2, 5]), other(5)])).toEqual(['lu_s0+lu_s1', 'lu_x']);
});

test('parallel groups at one time are lessons of their own', () => {
  const lessonUnits = ['lu_a', 'lu_b'].map((id) => unit(id, 'd0', 0, { parallelGroupId: 'p', classIds: both }));
  expect(lines(calendar(), version('v1', { lessonUnits }))).toEqual([
    '20261123 08:00-08:45 lu_a Year 1, Year 2',
    '20261123 08:00-08:45 lu_b Year 1, Year 2',
  ]);
});

test('a unit without a place, at a period that its day does not have, or on a day of no schedule does not take place', () => {
  const lessonUnits = [
    unit('lu_1', 'd0', 9),
    unit('lu_2', 'nowhere', 0),
    unit('lu_3', 'd0', 0, { dayId: null, periodIndex: null }),
  ];
  expect(lines(calendar(), version('v1', { lessonUnits }))).toEqual([]);
});

describe('periods at night', () => {
  const times: [string, string][] = [
    ['23:30', '00:15'],
    ['22:00', '00:00'],
    ['08:00', '08:00'],
  ];
  const schedule = bells(
    [
      [1, null],
      [2, null],
    ],
    { times },
  );
  const at = (school: Calendar, period: number) =>
    lessons(school, version('v1', { bellSchedule: schedule, lessonUnits: [unit('lu_1', 'd0', period)] })).map(
      ({ date, endTime, end }) => `${date} ${endTime} ${end}`,
    );

  test('an end that is not after the start is on the next day', () => {
    expect(at(calendar(), 0)).toEqual(['20261123 00:15 2026-11-24T00:15:00+01:00']);
    expect(at(calendar(), 1)).toEqual(['20261123 00:00 2026-11-24T00:00:00+01:00']);
    expect(at(calendar(), 2)).toEqual(['20261123 08:00 2026-11-24T08:00:00+01:00']);
  });

  test('24:00 is midnight', () => {
    const periods = [{ periodIndex: 0, startTime: '23:15', endTime: '24:00' }];
    expect(at(calendar({ exceptions: [on(20261123, 'bells', { periods })] }), 0)).toEqual([
      '20261123 24:00 2026-11-24T00:00:00+01:00',
    ]);
  });
});

describe('where clocks change', () => {
  test.each([
    ['Europe/Berlin', 20260329, '02:30', '2026-03-29T03:30:00+02:00'],
    ['Europe/Berlin', 20261025, '02:30', '2026-10-25T02:30:00+02:00'],
    ['America/New_York', 20260308, '02:30', '2026-03-08T03:30:00-04:00'],
    ['America/New_York', 20261101, '01:30', '2026-11-01T01:30:00-04:00'],
    ['Australia/Sydney', 20261004, '02:30', '2026-10-04T03:30:00+11:00'],
    ['Australia/Sydney', 20260405, '02:30', '2026-04-05T02:30:00+11:00'],
    // Half an hour.
    ['Australia/Lord_Howe', 20261004, '02:15', '2026-10-04T02:45:00+11:00'],
    ['Australia/Lord_Howe', 20260405, '01:45', '2026-04-05T01:45:00+11:00'],
    ['Asia/Kathmandu', 20261004, '02:30', '2026-10-04T02:30:00+05:45'],
    // Standard time is that of the summer.
    ['Europe/Dublin', 20260329, '01:30', '2026-03-29T02:30:00+01:00'],
    ['Europe/Dublin', 20261025, '01:30', '2026-10-25T01:30:00+01:00'],
    // A Friday that begins at 01:00.
    ['Africa/Cairo', 20260424, '00:00', '2026-04-24T01:00:00+03:00'],
    ['Africa/Cairo', 20261029, '23:30', '2026-10-29T23:30:00+03:00'],
  ])('in %s on %i at %s, in the week and in the feed', (timeZone, date, time, start) => {
    const bellSchedule = bells(
      [1, 2, 3, 4, 5, 6, 7].map((day) => [day, null]),
      { times: [[time, '04:00']] },
    );
    const lessonUnits = bellSchedule.days.map(({ id }) => unit(`lu_${id}`, id, 0));
    const document = version('v1', { bellSchedule, effectiveFrom: 20260101, lessonUnits });
    const school = calendar({ timeZone, schoolDays: [1, 2, 3, 4, 5, 6, 7] });
    const found = lessons(school, document, { firstDay: date, lastDay: date });
    expect(found.map((lesson) => lesson.start)).toEqual([start]);
    const asked = { calendar: school, versions: [document], window: { month: date, firstDay: date, lastDay: date } };
    const events = createFeedEvents(asked)({ kind: 'class', entityId: firstClass });
    const feed = writeFeed({
      ...{
        ...(events ?? expect.unreachable('there is a feed')),
        name: 'Year 1',
        words: feedWords.en,
        window: asked.window,
      },
      ...{ person: { kind: 'class', entityId: firstClass, organisationId: 'north' }, sha256: sha256OfText },
      ...{ hidesCancelled: false, previous: null, now: 0 },
    });
    const utc = new Date(start).toISOString().replace(/[-:]|\.000/g, '');
    expect(new TextDecoder().decode(feed.bytes).match(/^DTSTART.*$/gm)).toEqual([`DTSTART:${utc}`]);
  });
});

describe('exceptions', () => {
  const lessonUnits = [
    unit('lu_mon', 'd0', 0, { classIds: both }),
    ...span('wed', 'd2', [1, 2], { classIds: both }),
    unit('lu_thu', 'd3', 0, { classIds: ['cls_2'] }),
  ];
  const usual = [
    '20261123 08:00-08:45 lu_mon Year 1, Year 2',
    '20261125 08:45-09:30 lu_wed0 Year 1, Year 2',
    '20261125 09:50-10:35 lu_wed1 Year 1, Year 2',
    '20261126 08:00-08:45 lu_thu Year 2',
  ];
  const period = (periodIndex: number, startTime: string, endTime: string) => ({ periodIndex, startTime, endTime });

  test.each<[string, Partial<Calendar>, (string | undefined)[]]>([
    ['none', {}, usual],
    ['a day that is closed', { exceptions: [on(20261125, 'closed')] }, [usual[0], usual[3]]],
    [
      'Wednesday runs Monday',
      { exceptions: [on(20261125, 'runs', { like: { dayOfWeek: 1 } })] },
      [usual[0], '20261125 08:00-08:45 lu_mon Year 1, Year 2', usual[3]],
    ],
    [
      'a make-up Saturday inside a closure',
      {
        closures: [{ id: 'c', name: 'Break', firstDay: 20261124, lastDay: 20261204 }],
        exceptions: [on(20261128, 'runs', { like: { dayOfWeek: 4 } })],
      },
      [usual[0], '20261128 08:00-08:45 lu_thu Year 2'],
    ],
    [
      'a short day, without the break, joins what it parts',
      { exceptions: [on(20261125, 'bells', { periods: [period(1, '08:30', '09:00'), period(2, '09:00', '09:30')] })] },
      [usual[0], '20261125 08:30-09:30 lu_wed0+lu_wed1 Year 1, Year 2', usual[3]],
    ],
    [
      'a short day with the break',
      { exceptions: [on(20261125, 'bells', { periods: [period(1, '08:30', '09:00'), period(2, '09:10', '09:40')] })] },
      [
        usual[0],
        '20261125 08:30-09:00 lu_wed0 Year 1, Year 2',
        '20261125 09:10-09:40 lu_wed1 Year 1, Year 2',
        usual[3],
      ],
    ],
    [
      'a delayed start, without the first periods',
      { exceptions: [on(20261125, 'bells', { periods: [period(2, '10:30', '11:15')] })] },
      [usual[0], '20261125 10:30-11:15 lu_wed1 Year 1, Year 2', usual[3]],
    ],
    [
      'a closure of one class leaves the lesson to the other',
      { closures: [{ id: 'c', name: 'Camp', firstDay: 20261123, lastDay: 20261125, classEntityIds: [firstClass] }] },
      [usual[0], usual[1], usual[2], usual[3]].map((line) => line?.replace('Year 1, ', '')),
    ],
    [
      'and of all its classes cancels it',
      { closures: [{ id: 'c', name: 'Camp', firstDay: 20261124, lastDay: 20261126, classEntityIds: [secondClass] }] },
      [usual[0], ...[usual[1], usual[2]].map((line) => line?.replace(', Year 2', ''))],
    ],
    [
      'other bells of one class make two lessons',
      { exceptions: [on(20261123, 'bells', { periods: [period(0, '09:00', '09:45')], classEntityIds: [firstClass] })] },
      ['20261123 08:00-08:45 lu_mon Year 2', '20261123 09:00-09:45 lu_mon Year 1', ...usual.slice(1)],
    ],
    [
      'but none where the times are the same',
      { exceptions: [on(20261123, 'bells', { periods: [period(0, '08:00', '08:45')], classEntityIds: [firstClass] })] },
      usual,
    ],
    [
      'a class that runs like another day alone',
      { exceptions: [on(20261125, 'runs', { like: { dayOfWeek: 4 }, classEntityIds: [secondClass] })] },
      [
        usual[0],
        '20261125 08:00-08:45 lu_thu Year 2',
        ...[usual[1], usual[2]].map((line) => line?.replace(', Year 2', '')),
        usual[3],
      ],
    ],
  ])('%s', (_, changes, expected) => {
    expect(lines(calendar(changes), version('v1', { lessonUnits }))).toEqual(expected);
  });

  test('a unit without classes follows what holds for everybody', () => {
    const free = [unit('lu_free', 'd0', 0, { classIds: [] })];
    const closures = [
      { id: 'c', name: 'Camp', firstDay: 20261123, lastDay: 20261123, classEntityIds: [firstClass, secondClass] },
    ];
    expect(lines(calendar({ closures }), version('v1', { lessonUnits: free }))).toEqual([
      '20261123 08:00-08:45 lu_free',
    ]);
    expect(lines(calendar({ exceptions: [on(20261123, 'closed')] }), version('v1', { lessonUnits: free }))).toEqual([]);
  });
});

describe('bell schedules', () => {
  const other = (times: [string, string][], cycle = oneWeek()) => ({
    ...bells(
      cycle.days.map(({ dayOfWeek, weekInCycle }) => [dayOfWeek, weekInCycle]),
      { id: 'bs_other', cycleLength: cycle.cycleLength, times },
    ),
  });
  const withOther = (schedule: ReturnType<typeof other>) => {
    const document = version('v1', { lessonUnits: [unit('lu_1', 'd0', 0, { classIds: both })] });
    const [first, second] = document.classes;
    if (first === undefined || second === undefined) throw new Error('there are two classes');
    return {
      ...document,
      bellSchedules: [document.bellSchedule, schedule],
      classes: [first, { ...second, bellScheduleId: 'bs_other' }],
    };
  };

  test('classes on two of them have one lesson where the times are the same, and two otherwise', () => {
    expect(lines(calendar(), withOther(other([['08:00', '08:45']])))).toEqual([
      '20261123 08:00-08:45 lu_1 Year 1, Year 2',
    ]);
    expect(lines(calendar(), withOther(other([['08:10', '08:55']])))).toEqual([
      '20261123 08:00-08:45 lu_1 Year 1',
      '20261123 08:10-08:55 lu_1 Year 2',
    ]);
  });

  test('each has its own cycle', () => {
    const document = withOther(other([['08:00', '08:45']], twoWeeks()));
    const anchors = [{ date: 20261123, week: 2 }];
    // The first week of the other schedule has the day of the unit, and its second week has not.
    expect(lines(calendar({ anchors }), document)).toEqual(['20261123 08:00-08:45 lu_1 Year 1']);
    expect(lines(calendar(), document)).toEqual(['20261123 08:00-08:45 lu_1 Year 1, Year 2']);
  });
});

describe('versions', () => {
  const all = weekdays.map((day) => unit(`lu_${day}`, `d${day - 1}`, 0));
  const of = (id: string, effectiveFrom: number | null, effectiveTo: number | null, changes: Partial<Timetable> = {}) =>
    version(id, {
      effectiveFrom,
      effectiveTo,
      status: effectiveFrom === null ? 'draft' : 'published',
      lessonUnits: all,
      ...changes,
    });
  const inUse = (...versions: Timetable[]) =>
    lessons(calendar(), versions).map(({ date, timetableId }) => `${date % 100} ${timetableId}`);

  test.each([
    [
      'a change on a Wednesday',
      [of('new', 20261125, null), of('old', 20260831, 20261124)],
      ['23 old', '24 old', '25 new', '26 new', '27 new'],
    ],
    [
      'windows that overlap',
      [of('new', 20261126, null), of('old', 20260831, null)],
      ['23 old', '24 old', '25 old', '26 new', '27 new'],
    ],
    [
      'where the earlier one is current',
      [of('new', 20261126, null), of('old', 20260831, null, { isCurrent: true })],
      ['23 old', '24 old', '25 old', '26 old', '27 old'],
    ],
    ['a gap', [of('new', 20261127, null), of('old', 20260831, 20261123)], ['23 old', '27 new']],
    ['drafts only', [of('draft', null, null)], []],
    [
      'two timetables, in the order of the list',
      [of('other', 20261124, 20261124, { groupId: 'other' }), of('old', 20260831, 20261124)],
      ['23 old', '24 other', '24 old'],
    ],
  ])('%s', (_, versions, expected) => {
    expect(inUse(...versions)).toEqual(expected);
  });

  test('a new one in the middle of a week does not restart the cycle of an anchored calendar', () => {
    const bellSchedule = twoWeeks();
    const lessonUnits = bellSchedule.days.map(({ id }) => unit(`lu_${id}`, id, 0));
    const [old, next] = [of('old', 20260831, 20261124), of('new', 20261125, null)].map((each) => ({
      ...each,
      ...{ bellSchedule, bellSchedules: [bellSchedule], lessonUnits },
    }));
    if (old === undefined || next === undefined) throw new Error('there are two');
    const anchors = [{ date: 20260831, week: 2 }];
    expect(lessons(calendar({ anchors }), [next, old]).map(({ unitLocalIds: [id] }) => id)).toEqual([
      ...['lu_d5', 'lu_d6', 'lu_d7', 'lu_d8', 'lu_d9'],
    ]);
  });
});

describe('the lessons of one person', () => {
  const lessonUnits = [
    unit('lu_1', 'd0', 0, { classIds: both }),
    unit('lu_2', 'd0', 1, { classIds: ['cls_2'], teacherIds: [], roomIds: [] }),
    unit('lu_3', 'd0', 2, { classIds: [], studentIds: ['stu_1'], roomIds: [] }),
    unit('lu_4', 'd0', 3, { classIds: [], sectionLocalId: 'section-1', teacherIds: [], roomIds: [] }),
    ...span('s', 'd1', [0, 1]),
  ];
  const { students = [], sections = [], courses = [] } = smallTimetable();
  const document = version('v1', { lessonUnits, students, sections, courses });
  const of = (person: NonNullable<Asked['person']>, changes: Partial<Calendar> = {}) =>
    lessons(calendar(changes), document, { person }).map(({ unitLocalIds, classes }) =>
      [unitLocalIds.join('+').replaceAll('lu_', ''), ...classes.map(({ name }) => name)].join(' '),
    );

  test.each([
    ['class', firstClass, ['1 Year 1 Year 2', '3', '4', 's0+s1 Year 1']],
    ['class', secondClass, ['1 Year 1 Year 2', '2 Year 2']],
    ['teacher', 'entity-tch_1', ['1 Year 1 Year 2', '3', 's0+s1 Year 1']],
    ['room', 'entity-rom_1', ['1 Year 1 Year 2', 's0+s1 Year 1']],
    ['student', 'entity-stu_1', ['1 Year 1 Year 2', '3', '4', 's0+s1 Year 1']],
    ['student', 'nobody', []],
  ] as const)('%s %s', (kind, entityId, expected) => {
    expect(of({ kind, entityId })).toEqual(expected);
  });

  test('of a lesson whose periods differ are the parts that the person has, with nobody else', () => {
    const [one, two] = span('t', 'd0', [0, 1]);
    if (one === undefined || two === undefined) throw new Error('a span of two units');
    const lessonUnits = [one, { ...two, subjectIds: ['crs_1'], teacherIds: [], roomIds: [] }];
    const mixed = version('v1', { lessonUnits, courses });
    const [asked, ...others] = lessons(calendar(), mixed, { person: { kind: 'teacher', entityId: 'entity-tch_1' } });
    expect(others).toEqual([]);
    expect(asked).toMatchObject({
      unitLocalIds: ['lu_t0'],
      periods: 1,
      endTime: '08:45',
      subjects: [{ name: 'Physics' }],
    });
    expect(lessons(calendar(), mixed, { person: { kind: 'class', entityId: firstClass } })).toMatchObject([
      { unitLocalIds: ['lu_t0', 'lu_t1'], periods: 2, endTime: '09:30' },
    ]);
  });

  test('are none while the class has no school, and those of others go on', () => {
    const closures = [{ id: 'c', name: 'Camp', firstDay: 20261123, lastDay: 20261123, classEntityIds: [firstClass] }];
    expect(of({ kind: 'class', entityId: firstClass }, { closures })).toEqual(['s0+s1 Year 1']);
    expect(of({ kind: 'student', entityId: 'entity-stu_1' }, { closures })).toEqual(['s0+s1 Year 1']);
    expect(of({ kind: 'teacher', entityId: 'entity-tch_1' }, { closures })).toEqual(['1 Year 2', '3', 's0+s1 Year 1']);
  });

  test('are at the times of the own class', () => {
    const periods = [{ periodIndex: 0, startTime: '09:00', endTime: '09:45' }];
    const exceptions = [on(20261123, 'bells', { periods, classEntityIds: [firstClass] })];
    expect(of({ kind: 'student', entityId: 'entity-stu_1' }, { exceptions })).toEqual([
      '1 Year 1',
      '3',
      '4',
      's0+s1 Year 1',
    ]);
    expect(of({ kind: 'class', entityId: secondClass }, { exceptions })).toEqual(['1 Year 2', '2 Year 2']);
  });
});
