// The lessons of a selection on a day as it takes place: what is cancelled, changed, moved and added, and for whom.

import { describe, expect, test } from 'vitest';
import {
  differenceOf,
  type GridDay,
  type GridSelection,
  lessonsOn,
  nowAndNext,
  type PlacedCell,
} from '../../src/client/belfry-client.ts';
import type { Calendar, Day, DayChange, Timetable, Week } from '../../src/contract/types.generated.ts';
import { assembleWeek } from '../../src/days/assemble-week.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const found = (id: string): Timetable => {
  const document = documents.find((each) => each.id === id);
  if (document === undefined) throw new Error(`the demo school has no ${id}`);
  return document;
};
const [upper, main] = [found('upper-2026-v1'), found('main-2026-v1')];
const calendar: Calendar = {
  timeZone: 'Europe/Zurich',
  schoolDays: [1, 2, 3, 4, 5],
  counting: 'calendarWeeks',
  anchors: [{ date: 20261116, week: 1 }],
  closures: [{ id: 'c1', name: 'Trip', firstDay: 20261120, lastDay: 20261120 }],
};
/** A Wednesday. Class 11B has two parallel doubles from 10:25, and English at 13:40. */
const date = 20261118;
const next = 20261119;
const of11B: GridSelection = { class: 'cls_11B' };
const of11A: GridSelection = { class: 'cls_11A' };
const teacher = (entityId: string): GridSelection => ({
  teacher: upper.teachers.find((each) => each.entityId === entityId)?.localId ?? '',
});
const english = { startTime: '13:40', classes: ['class-11B'] };

/** The week as it is published. */
function weekWith(changes: readonly Omit<DayChange, 'ref' | 'date'>[], teachers: 'all' | 'none' = 'all'): Week {
  const days = resolveDays({
    ...{
      ...noChanges,
      entities: { ...noChanges.entities, teachers: main.teachers },
      calendar,
      versions: [upper, main],
      sha256: sha256OfText,
    },
    changes: changes.map((change, index) => ({ date, ref: `${index}`, ...change })),
  });
  expect(days.orphaned).toEqual([]);
  const audience = { teachers, self: null };
  return assembleWeek({ days, audience, generation: 1, timeZone: calendar.timeZone, week: '2026-W47' });
}
const on = (selection: GridSelection, different: Day | Week | null, day = date, timetable = upper) =>
  lessonsOn(timetable, selection, day, { calendar, different });
const cellsOf = (day: GridDay | null) => day?.blocks.flatMap(({ cells }) => cells) ?? [];
const lines = (cells: readonly PlacedCell[] | undefined) =>
  cells?.map(({ startTime, subjects }) => `${startTime} ${subjects.map(({ name }) => name).join()}`);

describe('a day as it takes place', () => {
  test.each<[string, Partial<Timetable>]>([
    ['a draft', { id: 'other', status: 'draft' }],
    ['a version that another one is in use for', { id: 'other' }],
  ])('%s is shown as it is planned', (_, changes) => {
    const other = { ...upper, ...changes };
    const week = weekWith([{ lesson: english, cancelled: true }]);
    expect(lines(cellsOf(on(of11B, week, date, other)))).toEqual(lines(cellsOf(on(of11B, null, date, other))));
    expect(cellsOf(on(of11B, week, date, other)).length).toBeGreaterThan(0);
  });

  test('without changes it is the plan, for every class, teacher and room', () => {
    const week = weekWith([]);
    const bare = ({ dated: _, ...cell }: PlacedCell) => cell;
    const selections: GridSelection[] = [
      ...upper.classes.map(({ localId }) => ({ class: localId })),
      ...upper.teachers.map(({ localId }) => ({ teacher: localId })),
      ...upper.rooms.map(({ localId }) => ({ room: localId })),
      ...upper.subjects.map(({ localId }) => ({ subject: localId })),
    ];
    for (const selection of selections)
      for (const day of [date, next, 20261120]) {
        const [planned, dated] = [on(selection, null, day), on(selection, week, day)];
        expect(cellsOf(dated).map(bare)).toEqual(cellsOf(planned));
        expect(dated?.timelines).toEqual(planned?.timelines);
        expect(dated?.cancelled ?? []).toEqual([]);
      }
  });

  test('an answer of other dates leaves the plan as it is', () => {
    const week = weekWith([{ lesson: english, cancelled: true }]);
    expect(on(of11B, week, 20261125)).toEqual(on(of11B, null, 20261125));
    expect(lessonsOn(upper, of11B, date, { different: week })).toEqual(lessonsOn(upper, of11B, date));
  });

  test('a cancelled lesson is beside the lessons, and is neither now nor next', () => {
    const day = on(of11B, weekWith([{ lesson: english, cancelled: true, text: 'Go home' }]));
    expect(lines(cellsOf(day))).not.toContain('13:40 English');
    expect(lines(day?.cancelled)).toEqual(['13:40 English']);
    expect(day?.cancelled?.[0]).toMatchObject({ isOff: true, dated: { status: 'cancelled', text: 'Go home' } });
    expect(nowAndNext(day, '13:45')).toMatchObject({ now: [] });
    expect(nowAndNext(day, '13:39').next.every(({ startTime }) => startTime === '14:30')).toBe(true);
  });

  test('a changed one shows who and where, with names that the version does not have', () => {
    const week = weekWith([{ lesson: english, teachers: ['teacher-54', 'A visitor'], rooms: ['Barn'] }]);
    const [cell] = nowAndNext(on(of11B, week), '13:45').now;
    expect(cell?.teachers).toMatchObject([
      { entityId: 'teacher-54', localId: expect.stringMatching(/./) },
      { entityId: '', localId: '', name: 'A visitor' },
    ]);
    expect(cell?.rooms).toMatchObject([{ entityId: '', name: 'Barn', capacity: 0 }]);
    const difference = cell?.dated && differenceOf(cell.dated);
    expect(difference).toMatchObject({ mark: 'changed', isOff: false, changed: ['teachers', 'rooms'] });
    expect(difference?.before.teachers.map(({ entityId }) => entityId)).toEqual(['teacher-53']);
    // The substitute has it, and who is replaced has it no more.
    expect(lines(cellsOf(on(teacher('teacher-54'), week)))).toContain('13:40 English');
    const replaced = on(teacher('teacher-53'), week);
    expect(lines(cellsOf(replaced))).not.toContain('13:40 English');
    expect(lines(replaced?.cancelled)).toEqual(['13:40 English']);
    const [off] = replaced?.cancelled ?? [];
    expect(off?.dated && differenceOf(off.dated, off.isOff)).toMatchObject({ mark: 'replaced', isOff: true });
  });

  test('a moved one is where it takes place, and cancelled where it was planned', () => {
    const move = { date: next, startTime: '10:20', endTime: '11:10' };
    const week = weekWith([
      { lesson: { startTime: '10:25', teachers: ['teacher-59'], wholeLesson: true }, moveTo: move },
    ]);
    const [before, after] = [on(of11B, week), on(of11B, week, next)];
    expect(lines(before?.cancelled)).toEqual(['10:25 Biology']);
    expect(lines(cellsOf(after))).toContain('10:20 Biology');
    const marks = [...(before?.cancelled ?? []), ...cellsOf(after)].map(
      ({ dated }) => dated && differenceOf(dated)?.mark,
    );
    expect(marks.filter((mark) => mark !== undefined)).toEqual(['movedAway', 'movedHere']);
    expect(
      new Set(
        [...(before?.cancelled ?? []), ...cellsOf(after).filter(({ startTime }) => startTime === '10:20')].map(
          ({ dated }) => dated?.id,
        ),
      ).size,
    ).toBe(1);
  });

  test('of a double period one half can be cancelled', () => {
    const day = on(of11B, weekWith([{ lesson: { startTime: '10:25', teachers: ['teacher-59'] }, cancelled: true }]));
    expect(lines(day?.cancelled)).toEqual(['10:25 Biology']);
    expect(lines(cellsOf(day))).toContain('11:15 Biology');
    expect(day?.cancelled?.[0]?.units).toHaveLength(1);
  });

  test('an exam is there for its class and its teacher, also after school and on a day without school', () => {
    const added: NonNullable<DayChange['added']> = {
      ...{ kind: 'exam', startTime: '17:00', endTime: '18:30', subjects: ['Test'], classes: ['class-11B'] },
      ...{ teachers: ['teacher-54'], rooms: [] },
    };
    const week = weekWith([{ added }, { date: 20261121, ref: 'Saturday', added, evenIfClosed: true } as never]);
    for (const selection of [of11B, teacher('teacher-54')])
      expect(nowAndNext(on(selection, week), '17:30').now.map(({ dated }) => dated?.kind)).toEqual(['exam']);
    expect(lines(cellsOf(on(of11A, week)))).not.toContain('17:00 Test');
    expect(on(of11B, week, 20261121)).toMatchObject({ dayOfWeek: 6, timelines: [], blocks: [{ startTime: '17:00' }] });
    expect(on(of11A, week, 20261121)).toBeNull();
  });

  test('a substitute who is not in a version has the lesson in the own one', () => {
    const week = weekWith([{ lesson: english, teachers: ['teacher-01'] }]);
    const own = main.teachers.find(({ entityId }) => entityId === 'teacher-01');
    const day = on({ teacher: own?.localId ?? '' }, week, date, main);
    expect(lines(cellsOf(day))).toContain('13:40 English');
    // Of others of that version nothing is different.
    const [other] = main.teachers.filter(({ entityId }) => entityId === 'teacher-02');
    expect(on({ teacher: other?.localId ?? '' }, week, date, main)?.cancelled).toEqual([]);
  });

  test('where nobody may see who is in a change, the lesson is changed without a name', () => {
    const week = weekWith([{ lesson: english, teachers: ['teacher-54'] }], 'none');
    const [cell] = nowAndNext(on(of11B, week), '13:45').now;
    expect(cell?.teachers).toEqual([]);
    expect(cell?.dated && differenceOf(cell.dated)?.before.teachers).toEqual([]);
  });

  test('a lesson whose text alone is new takes place as planned, with a remark', () => {
    const [cell] = nowAndNext(on(of11B, weekWith([{ lesson: english, text: 'Bring a dictionary' }])), '13:45').now;
    expect(cell?.dated && differenceOf(cell.dated)).toMatchObject({ mark: 'remark', text: 'Bring a dictionary' });
  });
});
