// Every unit appears in exactly the cells that an independent reading of the specification gives, for every entity.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grid, GridSelection } from '../../src/client/grid/grid.ts';
import { gridFor } from '../../src/client/grid/grid-for.ts';
import { resolveTimetable } from '../../src/client/resolve-timetable.ts';
import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { times } from '../support/thoroughness.ts';
import { type Kind, slowReading } from './slow-reading.ts';

/** What a grid shows, unit by unit, as text in the form of `slowReading`. */
function shownBy(grid: Grid): string[] {
  const shown: string[] = [];
  for (const { week, days } of grid.weeks) {
    for (const { dayOfWeek, timelines, blocks } of days) {
      for (const cell of blocks.flatMap(({ cells }) => cells)) {
        const periods = timelines.find(({ bellSchedule }) => bellSchedule.id === cell.bellScheduleId)?.periods ?? [];
        expect([cell.startTime, cell.endTime]).toEqual([
          periods[cell.periodIndex]?.startTime,
          periods[cell.lastPeriodIndex]?.endTime,
        ]);
        for (const [offset, unit] of cell.units.entries()) {
          const period = periods[cell.periodIndex + offset];
          shown.push(`${week}/${dayOfWeek}/${period?.startTime}-${period?.endTime}/${unit.localId}`);
        }
      }
    }
  }
  for (const { units } of grid.unplaced) for (const { localId } of units) shown.push(`unplaced/${localId}`);
  return shown.sort();
}

function everyone(document: Timetable): [Kind, string, GridSelection][] {
  const of = <Of extends Kind>(kind: Of, items: readonly { localId: string }[], to: (id: string) => GridSelection) =>
    items.map(({ localId }): [Kind, string, GridSelection] => [kind, localId, to(localId)]);
  return [
    ...of('class', document.classes, (id) => ({ class: id })),
    ...of('teacher', document.teachers, (id) => ({ teacher: id })),
    ...of('room', document.rooms, (id) => ({ room: id })),
    ...of('student', document.students ?? [], (id) => ({ student: id })),
    ...of('subject', [...document.subjects, ...(document.courses ?? [])], (id) => ({ subject: id })),
  ];
}

function expectSoundGrids(document: Timetable): void {
  const resolved = resolveTimetable(document);
  for (const [kind, id, selection] of everyone(document)) {
    const grid = gridFor(resolved, selection);
    expect(shownBy(grid), `${kind} ${id}`).toEqual(slowReading(document, kind, id));
    expectSoundLayout(grid);
  }
}

const belongTogether = (one: LessonUnit, other: LessonUnit) =>
  one.spanId !== null &&
  one.spanId === other.spanId &&
  one.lessonGroupId === other.lessonGroupId &&
  one.sectionLocalId === other.sectionLocalId &&
  one.classIds.join() === other.classIds.join() &&
  one.dayId === other.dayId &&
  (one.periodIndex ?? 0) + 1 === other.periodIndex;

/** A span without gaps is one cell, cells of a lane do not overlap, blocks follow one another. */
/** Any two classes will do: which of them are groups, a document does not say. */
function expectSoundGroups(document: Timetable): void {
  const resolved = resolveTimetable(document);
  for (const { localId } of document.classes)
    for (const { localId: groupOf } of document.classes) {
      const grid = gridFor(resolved, { class: localId, groupOf });
      expect(shownBy(grid), `${localId} of ${groupOf}`).toEqual(slowReading(document, 'class', localId, groupOf));
      expectSoundLayout(grid);
    }
}

function expectSoundLayout(grid: Grid): void {
  for (const { blocks } of grid.weeks.flatMap(({ days }) => days)) {
    let end = '';
    for (const block of blocks) {
      expect(block.startTime >= end).toBe(true);
      end = block.endTime;
      expect(Math.max(...block.cells.map(({ lane }) => lane))).toBe(block.lanes - 1);
      for (const [index, cell] of block.cells.entries()) {
        for (const [offset, unit] of cell.units.entries()) {
          const before = cell.units[offset - 1];
          if (before !== undefined) expect(belongTogether(before, unit)).toBe(true);
        }
        for (const other of block.cells.slice(0, index)) {
          if (other.lane === cell.lane) expect(cell.startTime >= other.endTime).toBe(true);
        }
      }
    }
  }
}

test.each(demoSchool().documents.map(({ document }) => [document.id, document] as const))(
  'the demo school, for each class, teacher, room, student and subject: %s',
  (_, document) => expectSoundGrids(document),
);

describe('generated timetables', () => {
  const validate = createValidator();

  test('satisfy the contract', () => {
    fc.assert(
      fc.property(denseTimetable, (document) => {
        expect(validate('timetable', document)).toMatchObject({ valid: true });
        expect(checkReferences(document)).toEqual([]);
      }),
      { numRuns: times(20, 100) },
    );
  });

  test('have the cells of the independent reading', () => {
    fc.assert(fc.property(denseTimetable, expectSoundGrids), { numRuns: times(100, 500) });
  });

  test('have the cells of the independent reading for a group with its class', () => {
    fc.assert(fc.property(denseTimetable, expectSoundGroups), { numRuns: times(50, 200) });
  });
});

describe('the Upper School, which has every difficult case', () => {
  const document = demoSchool().documents[0]?.document;
  if (document === undefined) throw new Error('the demo school has no timetables');
  const resolved = resolveTimetable(document);

  test('each class has its own bells, in both weeks of the cycle', () => {
    for (const schoolClass of document.classes) {
      const { weeks } = gridFor(resolved, { class: schoolClass.localId });
      expect(weeks.map(({ week }) => week)).toEqual([1, 2]);
      for (const { timelines } of weeks.flatMap(({ days }) => days))
        expect(timelines.map(({ bellSchedule }) => bellSchedule.id)).toEqual([
          schoolClass.bellScheduleId ?? 'bs_upper',
        ]);
    }
  });

  test('a teacher of both houses has one Monday with the times of both', () => {
    const both = document.teachers.filter(
      ({ localId }) => gridFor(resolved, { teacher: localId }).weeks[0]?.days[0]?.timelines.length === 2,
    );
    expect(both.length).toBeGreaterThan(0);
    for (const { localId } of both)
      for (const { days } of gridFor(resolved, { teacher: localId }).weeks) expect(days).toHaveLength(5);
  });

  test('a day has its breaks, with the morning assembly first', () => {
    const [monday] = gridFor(resolved, { class: 'cls_11A' }).weeks[0]?.days ?? [];
    expect(monday?.timelines[0]?.breaks.map(({ name }) => name)).toEqual(['Morning gathering', 'Break', 'Lunch']);
  });

  test('unscheduled lessons are listed', () => {
    const lost = document.lessonUnits.filter(({ dayId }) => dayId === null);
    expect(lost.length).toBeGreaterThan(0);
    for (const unit of lost)
      for (const teacher of unit.teacherIds)
        expect(gridFor(resolved, { teacher }).unplaced.flatMap(({ units }) => units)).toContain(unit);
  });

  test('an entity that the timetable does not list has an empty week', () => {
    const { weeks, unplaced } = gridFor(document, { teacher: 'tch_nobody' });
    expect(weeks.flatMap(({ days }) => days.flatMap(({ blocks }) => blocks))).toEqual([]);
    expect(unplaced).toEqual([]);
    expect(weeks[0]?.days).toHaveLength(5);
  });
});
