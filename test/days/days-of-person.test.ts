// The days of a person: those of the school, cut down to whoever has to do with a lesson.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../src/calendar/lessons/index-persons.ts';
import type {
  DayChange,
  DayOfPerson,
  NamedEntity,
  Participant,
  Timetable,
} from '../../src/contract/types.generated.ts';
import { assembleDaysOfPerson } from '../../src/days/assemble-days-of-person.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { type DaysAsked, resolveDays } from '../../src/days/resolve-days.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { calendar, firstClass, secondClass, span, unit, version } from '../calendar/small-school.ts';
import { times } from '../support/thoroughness.ts';
import { changesOf, drawnChanges } from './draw-changes.ts';

const [monday, tuesday] = [20261123, 20261124];
const dates = [20261123, 20261124, 20261125, 20261126, 20261127];

const base = version('v1');
const named = (entityId: string, name: string) => ({ entityId, externalId: null, name, shortName: name });
const [teacher, room] = [base.teachers[0], base.rooms[0]];
if (teacher === undefined || room === undefined) throw new Error('the small timetable has a teacher and a room');
const teachers = ['ada', 'bob'].map((name) => ({
  ...teacher,
  localId: `tch_${name}`,
  ...named(name, name),
  externalId: '77',
}));
const rooms = ['lab', 'barn'].map((name) => ({ ...room, localId: `rom_${name}`, ...named(name, name) }));
const first = { classIds: ['cls_1'], teacherIds: ['tch_ada'], roomIds: ['rom_lab'] };
const second = { classIds: ['cls_2'], teacherIds: ['tch_bob'], roomIds: ['rom_barn'] };

/** Two classes with a double each on Mondays, a lesson on Tuesdays, and one for both. */
const school = version('v1', {
  ...{ teachers, rooms },
  lessonUnits: [
    ...span('a', 'd0', [0, 1], first),
    ...span('b', 'd0', [0, 1], second),
    unit('lu_c', 'd1', 2, first),
    unit('lu_d', 'd1', 2, second),
    unit('lu_e', 'd2', 3, { ...first, classIds: ['cls_1', 'cls_2'] }),
  ],
});

const resolve = (changes: Partial<DayChange>[], { versions = [school], ...more }: Partial<DaysAsked> = {}) =>
  resolveDays({
    ...{ ...noChanges, calendar: calendar(), versions, sha256: sha256OfText, ...more },
    changes: changes.map((change, index): DayChange => ({ ref: `${index}`, date: monday, ...change })),
  });

/** The days of somebody, as a link shows them. */
const daysOf = (
  days: ReturnType<typeof resolve>,
  person: Person,
  teachersShown: 'all' | 'substitute' | 'none' = 'all',
) => assembleDaysOfPerson(days.of(person, teachersShown), person, dates);

const ada: Person = { kind: 'teacher', entityId: 'ada' };
const bob: Person = { kind: 'teacher', entityId: 'bob' };
const classOne: Person = { kind: 'class', entityId: firstClass };
const classTwo: Person = { kind: 'class', entityId: secondClass };
const at8 = { startTime: '08:00', classes: ['Year 1'], wholeLesson: true };

/** When a lesson begins, who has it, and who had it. */
const told = ({ lessons, cancelled }: DayOfPerson) => ({
  lessons: lessons.map(({ startTime, teachers: has, original }) => [
    startTime,
    has.map(({ name }) => name).join(),
    original?.teachers.map(({ name }) => name).join() ?? null,
  ]),
  cancelled: cancelled.map(({ startTime, movedTo }) => [startTime, movedTo]),
});

describe('whoever has to do with a lesson finds it', () => {
  test('nobody has days on which nothing is different', () => {
    expect(daysOf(resolve([]), ada)).toEqual([]);
    // Nor those of others.
    expect(daysOf(resolve([{ lesson: at8, cancelled: true }]), bob)).toEqual([]);
  });

  test('two teachers exchange their lessons', () => {
    const days = resolve([
      { lesson: at8, teachers: ['bob'] },
      { lesson: { ...at8, classes: ['Year 2'] }, teachers: ['ada'] },
    ]);
    const both = [
      ['08:00', 'ada', 'bob'],
      ['08:00', 'bob', 'ada'],
    ];
    for (const person of [ada, bob])
      expect(daysOf(days, person).map((day) => told(day).lessons.toSorted())).toEqual([both]);
  });

  test('a substitute who is in no version has the lesson, and sees the own name whatever links show', () => {
    const entities = { ...noChanges.entities, teachers: [named('sub', 'Sub')] };
    const days = resolve([{ lesson: at8, teachers: ['sub'] }], { entities });
    const sub: Person = { kind: 'teacher', entityId: 'sub' };
    expect(daysOf(days, sub, 'none').map(told)).toEqual([{ lessons: [['08:00', 'Sub', '']], cancelled: [] }]);
    expect(daysOf(days, ada, 'substitute').map(told)).toEqual([{ lessons: [['08:00', 'Sub', 'ada']], cancelled: [] }]);
    expect(daysOf(days, classOne, 'substitute').map(told)).toEqual([
      { lessons: [['08:00', 'Sub', '']], cancelled: [] },
    ]);
    expect(daysOf(days, classOne, 'none').map(told)).toEqual([{ lessons: [['08:00', '', '']], cancelled: [] }]);
  });

  test('half of a double is cancelled, and the other half takes place', () => {
    const days = resolve([{ lesson: { startTime: '08:45', classes: ['Year 1'] }, cancelled: true }]);
    expect(daysOf(days, classOne).map(told)).toEqual([
      { lessons: [['08:00', 'ada', null]], cancelled: [['08:45', null]] },
    ]);
  });

  test('a lesson that moves is on both days', () => {
    const moveTo = { date: tuesday, startTime: '13:00', endTime: '14:00' };
    const days = resolve([{ lesson: at8, moveTo }]);
    expect(daysOf(days, ada).map((day) => [day.date, told(day)])).toEqual([
      [monday, { lessons: [], cancelled: [['08:00', { date: tuesday, startTime: '13:00' }]] }],
      [
        tuesday,
        {
          lessons: [
            ['09:50', 'ada', null],
            ['13:00', 'ada', 'ada'],
          ],
          cancelled: [],
        },
      ],
    ]);
  });

  test('of a double with two teachers each has a half, and a change concerns whose half it is', () => {
    const [one, other] = span('a', 'd0', [0, 1], first);
    if (one === undefined || other === undefined) throw new Error('a double has two units');
    const versions = [version('v1', { teachers, rooms, lessonUnits: [one, { ...other, teacherIds: ['tch_bob'] }] })];
    const days = resolve([{ lesson: { startTime: '08:45' }, cancelled: true }], { versions });
    expect(daysOf(days, ada)).toEqual([]);
    expect(daysOf(days, bob).map(told)).toEqual([{ lessons: [], cancelled: [['08:45', null]] }]);
    // Bob has all of it: the second half is as planned for him.
    const whole = resolve([{ lesson: { startTime: '08:00', wholeLesson: true }, teachers: ['bob'] }], { versions });
    expect(daysOf(whole, bob).map(told)).toEqual([
      {
        lessons: [
          ['08:00', 'bob', 'ada'],
          ['08:45', 'bob', null],
        ],
        cancelled: [],
      },
    ]);
  });

  test('a student has the lessons of the student, and what is for the class on the day', () => {
    const student = (localId: string, classId: string) => ({
      ...{ localId, ...named(localId, localId), classId, color: null, courseIds: [] },
    });
    const versions = [
      version('v1', {
        ...{ teachers, rooms, schedulingMode: 'student-level', courses: [], sections: [], sectionSettings: {} },
        students: [student('stu_1', 'cls_1'), student('stu_2', 'cls_1'), student('stu_3', 'cls_2')],
        lessonUnits: [
          { ...unit('lu_a', 'd0', 0, first), studentIds: ['stu_1'] },
          { ...unit('lu_b', 'd0', 1, second), studentIds: ['stu_3', 'stu_2'] },
        ],
      } as Partial<Timetable>), // the fields that these students have are those of the schema
    ];
    const of = (changes: Partial<DayChange>[]) => {
      const days = resolve(changes, { versions });
      return ['stu_1', 'stu_2', 'stu_3'].map((entityId) =>
        daysOf(days, { kind: 'student', entityId }).flatMap(({ lessons, cancelled }) =>
          [...lessons, ...cancelled].map(({ startTime, status }) => `${startTime} ${status}`),
        ),
      );
    };
    expect(of([{ lesson: { startTime: '08:00' }, cancelled: true }])).toEqual([['08:00 cancelled'], [], []]);
    expect(of([{ lesson: { startTime: '08:45' }, rooms: ['barn', 'lab'] }])).toEqual([
      [],
      ['08:45 changed'],
      ['08:45 changed'],
    ]);
    const added = { kind: 'event' as const, startTime: '12:00', endTime: '13:00', classes: ['Year 1'] };
    expect(of([{ added }])).toEqual([['08:00 regular', '12:00 added'], ['08:45 regular', '12:00 added'], []]);
    // The second class comes to the lesson of some students of the first; the others of the first do not.
    expect(of([{ lesson: { startTime: '08:00' }, classes: ['Year 1', 'Year 2'] }])).toEqual([
      ['08:00 changed'],
      [],
      ['08:00 changed', '08:45 regular'],
    ]);
  });

  test('notes are for the classes that they name, and absences for those who are away', () => {
    const days = resolve([], {
      notes: [
        { date: monday, text: 'Bus strike', classes: null },
        { date: tuesday, text: 'Library', classes: ['Year 1'] },
      ],
      absent: [
        { date: monday, kind: 'class', entity: 'Year 2' },
        { date: monday, kind: 'room', entity: 'lab' },
      ],
    });
    const of = (person: Person) =>
      daysOf(days, person).map(({ date, notes, absent, lessons }) => [
        ...[date, notes.map(({ text }) => text), lessons.length],
        [...absent.classes, ...absent.rooms].map(({ name }) => name),
      ]);
    expect(of(classOne)).toEqual([
      [monday, ['Bus strike'], 1, []],
      [tuesday, ['Library'], 1, []],
    ]);
    expect(of(classTwo)).toEqual([[monday, ['Bus strike'], 1, ['Year 2']]]);
    expect(of(ada)).toEqual([[monday, ['Bus strike'], 1, []]]);
    expect(of({ kind: 'room', entityId: 'lab' })).toEqual([[monday, ['Bus strike'], 1, ['lab']]]);
  });

  test('the number of a teacher is that teacher’s alone', () => {
    const days = resolve([{ lesson: at8, teachers: ['bob'] }]);
    const numbers = (person: Person) =>
      daysOf(days, person).flatMap(({ lessons }) =>
        lessons.flatMap((lesson) =>
          [...lesson.teachers, ...(lesson.original?.teachers ?? [])].map(({ externalId }) => externalId),
        ),
      );
    expect([numbers(bob), numbers(ada), numbers(classOne)]).toEqual([
      ['77', '77', null],
      [null, '77'],
      [null, null],
    ]);
  });
});

test('whatever is changed, everybody has of each day what the day of the school says of them', () => {
  const lists = { class: 'classes', teacher: 'teachers', room: 'rooms' } as const;
  const everybody: Person[] = [
    ...[firstClass, secondClass].map((entityId): Person => ({ kind: 'class', entityId })),
    ...teachers.map(({ entityId }): Person => ({ kind: 'teacher', entityId })),
    ...rooms.map(({ entityId }): Person => ({ kind: 'room', entityId })),
  ];
  const strip = <Lesson extends { teachers: Participant[]; start: string; id: string }>(lessons: readonly Lesson[]) =>
    JSON.parse(JSON.stringify(lessons).replaceAll('"77"', 'null')).sort((one: Lesson, other: Lesson) =>
      `${one.start} ${one.id}` < `${other.start} ${other.id}` ? -1 : 1,
    ) as Lesson[];
  const asked = { calendar: calendar(), versions: [school] };
  let compared = 0;
  fc.assert(
    fc.property(drawnChanges, fc.constantFrom('all', 'substitute', 'none'), (drawn, shown) => {
      const days = resolve(changesOf(drawn, asked, dates));
      for (const person of everybody) {
        const list = lists[person.kind as keyof typeof lists];
        const isThere = (entities: readonly (NamedEntity | Participant)[] = []) =>
          entities.some(({ entityId }) => entityId === person.entityId);
        const self = person.kind === 'teacher' ? person.entityId : null;
        const expected = dates.flatMap((date) => {
          const all = days.on(date, { teachers: 'all', self });
          const isOwn = new Set([
            ...all.lessons.filter((each) => isThere(each[list]) || isThere(each.original?.[list])).map(({ id }) => id),
            ...all.cancelled.filter((each) => isThere(each[list])).map(({ id }) => id),
          ]);
          const seen = days.on(date, { teachers: shown, self });
          const lessons = seen.lessons.filter(({ id }) => isOwn.has(id));
          const cancelled = seen.cancelled.filter(
            ({ id, ...each }) => isOwn.has(id) && (list === 'teachers' || isThere(each[list])),
          );
          const isRegular = cancelled.length === 0 && lessons.every(({ status }) => status === 'regular');
          return isRegular ? [] : [{ date, lessons: strip(lessons), cancelled: strip(cancelled) }];
        });
        const own = daysOf(days, person, shown).map(({ date, lessons, cancelled }) => ({
          ...{ date, lessons: strip(lessons), cancelled: strip(cancelled) },
        }));
        expect(own).toEqual(expected);
        compared += expected.length;
      }
    }),
    { numRuns: times(60, 2000) },
  );
  expect(compared).toBeGreaterThan(100);
});
