// The Main School of the demo: large, weekly, and in four versions. What holds in every document is in demo-school.test.ts and
// lesson-units.test.ts.
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { documentOf, documents, school } from './demo-documents.ts';

const first = documentOf('main-2026-v1');
const second = documentOf('main-2026-v2');
const draft = documentOf('main-2026-v3');
const autosave = documentOf('main-2026-v4');
const versions = [first, second, draft, autosave];

describe('the versions of the Main School', () => {
  test('share a group and a name and are numbered in the order of their creation', () => {
    expect(documents.filter(({ groupId }) => groupId === 'main-2026')).toEqual(versions);
    expect(new Set(versions.map(({ name }) => name))).toEqual(new Set(['Main School']));
    expect(versions.map(({ versionNumber }) => versionNumber)).toEqual([1, 2, 3, 4]);
    expect(new Set(versions.map(({ createdAt }) => createdAt)).size).toBe(4);
  });

  test('are two published ones whose windows touch, a newer draft and an autosave', () => {
    expect(versions.map(({ status }) => status)).toEqual(['published', 'published', 'draft', 'draft']);
    expect(nextDay(first.effectiveTo)).toBe(second.effectiveFrom);
    expect(second.effectiveTo).toBeNull();
    expect(school.documents.filter((entry) => entry.autosave).map(({ document }) => document)).toEqual([autosave]);
  });

  test('are current in the one that covers November 2026, and only there', () => {
    expect(versions.filter(({ isCurrent }) => isCurrent)).toEqual([first]);
    expect(first.effectiveFrom).toBeLessThanOrEqual(20261101);
    expect(first.effectiveTo).toBeGreaterThanOrEqual(20261130);
  });

  test('differ by some moved lessons and keep most where they were', () => {
    for (const [before, after] of [
      [first, second],
      [second, draft],
      [draft, autosave],
    ] as const) {
      const moved = movedUnits(before, after);
      expect(moved).toBeGreaterThan(3);
      expect(moved).toBeLessThan(before.lessonUnits.length / 5);
    }
  });

  test('swap a teacher in January, as class teacher too', () => {
    const namesTeacher = (document: Timetable, id: string) => ({
      listed: document.teachers.some(({ localId }) => localId === id),
      units: document.lessonUnits.filter(({ teacherIds }) => teacherIds.includes(id)).length,
      leads: document.classes.filter(({ classTeacherId }) => classTeacherId === id).length,
    });
    expect(namesTeacher(first, 'tch_14')).toEqual(namesTeacher(second, 'tch_52'));
    expect(namesTeacher(first, 'tch_52')).toEqual({ listed: false, units: 0, leads: 0 });
    expect(namesTeacher(second, 'tch_14')).toEqual({ listed: false, units: 0, leads: 0 });
  });

  test('grow by a lesson in the draft', () => {
    expect(draft.lessons.length).toBe(second.lessons.length + 1);
  });
});

describe.each(versions.map((document) => ({ id: document.id, document })))('$id', ({ document }) => {
  test('is large', () => {
    expect(document.classes.length).toBeGreaterThanOrEqual(24);
    expect(document.teachers.length).toBeGreaterThanOrEqual(45);
    expect(document.lessonUnits.length).toBeGreaterThanOrEqual(900);
    expect(document.subjects.length).toBeGreaterThanOrEqual(20);
    expect(document.rooms.length).toBeGreaterThanOrEqual(30);
  });

  test('is weekly, Monday to Friday', () => {
    expect(document.schedulingMode).toBe('standard');
    expect(document.bellSchedules).toHaveLength(1);
    expect(document.bellSchedule).toMatchObject({ scheduleType: 'weekly', cycleLength: 1 });
    expect(document.bellSchedule.days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 2, 3, 4, 5]);
    expect(document.bellSchedule.days.every(({ weekInCycle }) => weekInCycle === null)).toBe(true);
  });

  test('fills about thirty of the thirty-five periods of every class', () => {
    const filled = document.classes.map(({ localId }) => {
      const own = document.lessonUnits.filter(({ classIds }) => classIds.includes(localId));
      return new Set(own.map(({ dayId, periodIndex }) => `${dayId} ${periodIndex}`)).size;
    });
    expect(Math.min(...filled)).toBeGreaterThanOrEqual(29);
    expect(Math.max(...filled)).toBeLessThanOrEqual(33);
  });

  test('places every unit', () => {
    expect(document.lessonUnits.filter(({ dayId }) => dayId === null)).toEqual([]);
  });

  test('gives most classes a class teacher who teaches them, a different one each', () => {
    const led = document.classes.filter(({ classTeacherId }) => classTeacherId !== null);
    expect(led.length).toBeGreaterThan(document.classes.length * 0.8);
    expect(led.length).toBeLessThan(document.classes.length);
    expect(new Set(led.map(({ classTeacherId }) => classTeacherId)).size).toBe(led.length);
    for (const { localId, classTeacherId } of led) {
      const lessons = document.lessonUnits.filter(
        ({ classIds, teacherIds, subjectIds }) =>
          classIds.includes(localId) && teacherIds.includes(classTeacherId ?? '') && !subjectIds.includes('sub_cls'),
      );
      expect(lessons).not.toEqual([]);
    }
  });

  test('knows most teachers by a staff number, and some by none', () => {
    const numbers = document.teachers.map(({ externalId }) => externalId);
    expect(numbers.filter((number) => number === null).length).toBeGreaterThan(0);
    expect(numbers.filter((number) => /^STF-\d{4}$/.test(number ?? '')).length).toBeGreaterThan(numbers.length * 0.8);
  });

  test('has lessons with two teachers, with two rooms, with no class, and lessons spread across the week as one', () => {
    const { lessonUnits } = document;
    expect(lessonUnits.some(({ teacherIds }) => teacherIds.length === 2)).toBe(true);
    expect(lessonUnits.some(({ roomIds }) => roomIds.length === 2)).toBe(true);
    expect(lessonUnits.some(({ classIds }) => classIds.length === 0)).toBe(true);
    expect(lessonUnits.some(({ distributionGroupId }) => distributionGroupId !== null)).toBe(true);
  });
});

test('the draft uses every room group that the school has', () => {
  const all = new Set(documents.flatMap(({ roomGroups }) => roomGroups.map(({ entityId }) => entityId)));
  expect(new Set(draft.roomGroups.map(({ entityId }) => entityId))).toEqual(all);
});

function movedUnits(before: Timetable, after: Timetable): number {
  const placements = new Map(after.lessonUnits.map((unit) => [unit.localId, `${unit.dayId} ${unit.periodIndex}`]));
  return before.lessonUnits.filter((unit) => placements.get(unit.localId) !== `${unit.dayId} ${unit.periodIndex}`)
    .length;
}

function nextDay(day: number | null): number {
  const number = day ?? 0;
  const date = new Date(
    Date.UTC(Math.floor(number / 10_000), (Math.floor(number / 100) % 100) - 1, (number % 100) + 1),
  );
  return Number(date.toISOString().slice(0, 10).replaceAll('-', ''));
}
