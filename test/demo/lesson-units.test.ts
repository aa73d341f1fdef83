// Lessons and their units agree, in every document of the demo school: how many there are, how long, side by side with whom,
// and in which rooms.
import { describe, expect, test } from 'vitest';
import type { LessonGroup, LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { documents, groupsById } from './demo-documents.ts';
import { groupedBy } from './grouped-by.ts';

describe.each(documents.map((document) => ({ id: document.id, document })))('$id', ({ document }) => {
  const groups = groupsById(document);
  const unitsOf = (groupId: string) => document.lessonUnits.filter((unit) => unit.lessonGroupId === groupId);
  const sharing = (field: 'spanId' | 'parallelGroupId') =>
    groupedBy(
      document.lessonUnits.filter((unit) => unit[field] !== null),
      (unit) => unit[field] ?? '',
    );

  test('has as many units and spans of each length as the lesson configurations say', () => {
    const wrong = document.lessons.flatMap(({ groups, lessonConfigurations }) =>
      groups.filter(({ id }) => {
        const planned = lessonConfigurations.flatMap(({ frequency, length }) => Array<number>(frequency).fill(length));
        return String(durations(unitsOf(id))) !== String(planned.toSorted());
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('copies teachers, classes, subjects and students of the lesson group to its units', () => {
    for (const unit of document.lessonUnits) {
      const { teacherIds, classIds, subjectIds, studentIds } = groupOf(groups, unit);
      expect(unit).toMatchObject({ teacherIds, classIds, subjectIds, studentIds });
    }
  });

  test('keeps a double period together: consecutive periods of one day without a break, in the same rooms', () => {
    const spans = sharing('spanId');
    expect(spans.size).toBeGreaterThan(0);
    for (const units of spans.values()) {
      const [first] = units;
      expect(new Set(units.map(({ dayId, roomIds }) => JSON.stringify([dayId, roomIds]))).size).toBe(1);
      expect(units.map(({ periodIndex }) => Number(periodIndex) - Number(first?.periodIndex))).toEqual([
        ...units.keys(),
      ]);
      expect(breaksAfter(document, first)).not.toContain(first?.periodIndex);
    }
  });

  test('teaches the groups of a parallel group at the same times', () => {
    const blocks = sharing('parallelGroupId');
    for (const units of blocks.values()) {
      const byGroup = groupedBy(units, ({ lessonGroupId }) => lessonGroupId ?? '');
      const times = [...byGroup.values()].map((own) => own.map(placement).toSorted().join());
      expect(byGroup.size).toBeGreaterThan(1);
      expect(new Set(times).size).toBe(1);
      expect(new Set(units.map(({ parallelGroupName }) => parallelGroupName)).size).toBe(1);
      expect(units.every(({ groupName }) => groupName)).toBe(true);
    }
  });

  test('gives each unit the rooms that its group asks for', () => {
    for (const unit of document.lessonUnits) {
      const group = groupOf(groups, unit);
      if (group.roomMode === 'any') {
        expect(unit.roomIds).toHaveLength(1);
        expect(candidatesOf(document, group)).toContain(unit.roomIds[0]);
        expect(unit.roomPickedBy).not.toBeNull();
      } else {
        expect(unit.roomIds).toEqual(group.roomIds);
        expect(unit.roomPickedBy).toBeNull();
      }
    }
  });

  test('keeps one room where the variation is `same`', () => {
    for (const { id, roomVariation } of groups.values()) {
      if (roomVariation === 'same') expect(new Set(unitsOf(id).flatMap(({ roomIds }) => roomIds)).size).toBe(1);
    }
  });

  test('gives a reason for a locked unit and for no other', () => {
    for (const { locked, lockReason } of document.lessonUnits) expect(lockReason !== null).toBe(locked);
  });

  test('names students and sections only where it is student-level', () => {
    if (document.schedulingMode === 'student-level') return;
    const everyGroup = [...groups.values(), ...document.lessonUnits];
    expect(everyGroup.flatMap(({ studentIds }) => studentIds)).toEqual([]);
    expect(everyGroup.flatMap(({ subjectIds }) => subjectIds).filter((id) => !id.startsWith('sub_'))).toEqual([]);
    expect(document.lessonUnits.filter(({ sectionLocalId }) => sectionLocalId !== null)).toEqual([]);
  });
});

const placement = ({ dayId, periodIndex }: LessonUnit) => `${dayId} ${periodIndex}`;

function groupOf(groups: ReadonlyMap<string, LessonGroup>, unit: LessonUnit): LessonGroup {
  const group = groups.get(unit.lessonGroupId ?? '');
  if (!group) throw new Error(`unit ${unit.localId} teaches no group`);
  return group;
}

/** Periods of each occurrence: 1 for a unit by itself, the count of units for a span. */
function durations(units: LessonUnit[]): number[] {
  const occurrences = groupedBy(units, ({ spanId, localId }) => spanId ?? localId);
  return [...occurrences.values()].map((own) => own.length).toSorted();
}

function candidatesOf(document: Timetable, group: LessonGroup): string[] {
  const members = document.roomGroups
    .filter(({ id }) => group.roomGroupIds.includes(id))
    .flatMap((row) => row.memberIds);
  return [...group.roomCandidateIds, ...members];
}

/** Indexes of the periods of the unit's day that a break follows. */
function breaksAfter(document: Timetable, unit: LessonUnit | undefined): number[] {
  const configurations = document.bellSchedules.flatMap(({ dayConfigurations }) => dayConfigurations);
  const ofDay = configurations.filter(({ dayIds }) => dayIds.includes(unit?.dayId ?? ''));
  return ofDay.flatMap(({ breaks }) => breaks.map(({ followsPeriodIndex }) => followsPeriodIndex));
}
