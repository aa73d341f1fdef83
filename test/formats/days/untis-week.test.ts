// A school's whole way from Untis: its timetable from GPU001, its substitutions from GPU014, and the day as it takes place.

import { describe, expect, test } from 'vitest';
import type { Calendar, DayChanges, Timetable } from '../../../src/contract/types.generated.ts';
import { createDayPlan } from '../../../src/control/days/create-day-plan.ts';
import { noChanges } from '../../../src/days/no-changes.ts';
import { resolveDays } from '../../../src/days/resolve-days.ts';
import { sha256OfText } from '../../../src/snapshot/sha256.ts';
import { convertGpu } from '../untis/read-gpu.ts';
import { duty, type Gpu014Row, gpu014, mathematics } from './gpu014-rows.ts';
import { readDays } from './read-days.ts';

/** Monday: mathematics of 7A in the third and fourth period, which is a double; English in the sixth; 7B has French in the third. */
const files = {
  'GPU001.TXT':
    '410,7A,ADA,MA,R1,1,3\n410,7A,ADA,MA,R1,1,4\n411,7A,BOB,EN,R2,1,6\n412,7B,BOB,FR,R2,1,3\n412,7B,BOB,FR,R2,3,7\n',
  'GPU002.TXT': `410,2,2,2,7A,ADA,MA,R1${','.repeat(20)}1,1\n`,
};
const calendar: Calendar = { timeZone: 'Europe/Berlin', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };
const document: Timetable = { ...convertGpu(files).document, status: 'published', effectiveFrom: 20260810 };
const plan = createDayPlan({ calendar, versions: [document] });

function daysOf(rows: readonly Gpu014Row[], knowsLessons: boolean) {
  const read = readDays(gpu014(rows), knowsLessons ? plan : { ...plan, lessonOf: () => null });
  // What GPU014 gives has the form of the contract, as another test shows.
  const { changes = [], notes = [] } = read.document as DayChanges;
  const days = resolveDays({ ...noChanges, calendar, versions: [document], changes, notes, sha256: sha256OfText });
  expect(days.orphaned).toEqual([]);
  return (date: number) => {
    const day = days.on(date, { teachers: 'all', self: null });
    const named = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('+') || '-';
    const words = (lesson: (typeof day)['lessons'][number] | (typeof day)['cancelled'][number]) =>
      `${lesson.startTime}-${lesson.endTime} ${named(lesson.subjects)} ${named(lesson.teachers)} ${named(lesson.classes)} ${named(lesson.rooms)} ${lesson.kind} ${lesson.status}`;
    return {
      lessons: day.lessons.map(words),
      cancelled: day.cancelled.map(words),
      notes: day.notes.map(({ text }) => text),
    };
  };
}

const monday = 20261123;
const double = (row: Gpu014Row) => [
  { ...mathematics, ...row },
  { ...mathematics, ...row, period: '4' },
];
const others = ['09:40-10:25 FR BOB 7B R2 lesson regular', '12:10-12:55 EN BOB 7A R2 lesson regular'];

describe.each([
  ['where the plan of the school is known', true],
  ['where only its bells are known', false],
])('%s', (_, knowsLessons) => {
  test.each<[string, Gpu014Row[], string[], string[]]>([
    ['a substitute for a double', double({ substitute: 'CYD' }), ['09:40-11:15 MA CYD 7A R1 lesson changed'], []],
    ['a cancelled double', double({ letter: ' C' }), [], ['09:40-11:15 MA ADA 7A R1 lesson cancelled']],
    [
      'half of a double',
      [{ ...mathematics, period: '4', bits: '1' }],
      ['09:40-10:25 MA ADA 7A R1 lesson regular'],
      ['10:30-11:15 MA ADA 7A R1 lesson cancelled'],
    ],
    ['a room that nobody knows', double({ newRoom: 'Gym' }), ['09:40-11:15 MA ADA 7A Gym lesson changed'], []],
    [
      'an exam in place of a double',
      double({ letter: 'E', newRoom: 'Hall' }),
      ['09:40-11:15 MA ADA 7A Hall exam added'],
      ['09:40-11:15 MA ADA 7A R1 lesson cancelled'],
    ],
    [
      'a supervision without a class',
      [{ ...duty, period: '6', letter: 'B', bits: String(1 << 17), substitute: 'CYD', newRoom: 'Yard' }],
      ['09:40-11:15 MA ADA 7A R1 lesson regular', '12:05-12:10 - CYD - Yard supervision added'],
      [],
    ],
  ])('%s', (__, rows, lessons, cancelled) => {
    const day = daysOf(rows, knowsLessons)(monday);
    expect(day.lessons.toSorted()).toEqual([...lessons, ...others].toSorted());
    expect(day.cancelled).toEqual(cancelled);
  });

  test('the exchange of two teachers', () => {
    const french = {
      ...mathematics,
      lesson: '412',
      teacher: 'BOB',
      subject: 'FR',
      newSubject: 'FR',
      room: 'R2',
      newRoom: 'R2',
      classes: '7B',
      newClasses: '7B',
    };
    const rows = [...double({ letter: '~', substitute: 'BOB' }), { ...french, letter: '~', substitute: 'ADA' }];
    const { lessons } = daysOf(rows, knowsLessons)(monday);
    expect(lessons).toEqual(
      expect.arrayContaining(['09:40-11:15 MA BOB 7A R1 lesson changed', '09:40-10:25 FR ADA 7B R2 lesson changed']),
    );
  });

  test('a lesson that is moved to Wednesday, and a note', () => {
    const english = {
      ...mathematics,
      lesson: '411',
      period: '6',
      teacher: 'BOB',
      substitute: 'BOB',
      subject: 'EN',
      newSubject: 'EN',
    };
    const rows = [
      { ...english, letter: 'F', bits: '8' },
      { ...english, date: '20261125', period: '3', letter: 'T', bits: '128', newRoom: 'R5' },
      { ...duty, text: 'Bus strike' },
    ];
    const on = daysOf(rows, knowsLessons);
    expect(on(monday).cancelled).toEqual(['12:10-12:55 EN BOB 7A R2 lesson cancelled']);
    expect(on(monday).notes).toEqual(['Bus strike']);
    expect(on(20261125).lessons).toContain('09:40-10:25 EN BOB 7A R5 lesson changed');
  });
});

test('a double that is moved takes place as one lesson', () => {
  const away = double({ letter: 'F', bits: '8' });
  const here = away.map((row, index) => ({
    ...{ ...row, date: '20261125', period: String(6 + index), letter: 'T', bits: '128' },
  }));
  const on = daysOf([...away, ...here], true);
  expect(on(monday).cancelled).toEqual(['09:40-11:15 MA ADA 7A R1 lesson cancelled']);
  expect(on(20261125).lessons).toContain('12:10-13:45 MA ADA 7A R1 lesson changed');
});
