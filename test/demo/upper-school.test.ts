// The Upper School of the demo: every special case of a class-based timetable is there to be met. What holds in every
// document is in demo-school.test.ts and lesson-units.test.ts.
import { expect, test } from 'vitest';
import { documentOf, groupsById } from './demo-documents.ts';
import { groupedBy } from './grouped-by.ts';

const upper = documentOf('upper-2026-v1');
const groups = [...groupsById(upper).values()];
const { bellSchedules, lessons, lessonUnits } = upper;

test('it is published and class-based', () => {
  expect(upper).toMatchObject({ status: 'published', isCurrent: true, schedulingMode: 'standard' });
});

test('it runs in a cycle of two weeks', () => {
  for (const { scheduleType, cycleLength, days } of bellSchedules) {
    expect(scheduleType).not.toBe('weekly');
    expect(cycleLength).toBe(2);
    expect(days.map(({ weekInCycle }) => weekInCycle)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  }
  const weeks = new Map(bellSchedules.flatMap(({ days }) => days.map(({ id, weekInCycle }) => [id, weekInCycle])));
  expect(new Set(lessonUnits.filter(({ dayId }) => dayId).map(({ dayId }) => weeks.get(dayId ?? '')))).toEqual(
    new Set([1, 2]),
  );
});

test('it has two bell schedules with days and times of their own, and classes on each', () => {
  expect(bellSchedules).toHaveLength(2);
  const dayIds = bellSchedules.flatMap(({ days }) => days.map(({ id }) => id));
  expect(new Set(dayIds).size).toBe(20);
  const mondays = bellSchedules.map(({ dayConfigurations }) => JSON.stringify(dayConfigurations[0]?.periods));
  expect(new Set(mondays).size).toBe(2);
  const named = upper.classes.map(({ bellScheduleId }) => bellScheduleId);
  expect(new Set(named)).toEqual(new Set([null, bellSchedules[1]?.id]));
});

test('its Fridays are shorter', () => {
  for (const { days, dayConfigurations } of bellSchedules) {
    const periodsOn = (id: string) => dayConfigurations.find(({ dayIds }) => dayIds.includes(id))?.periods.length ?? 0;
    const counts = (isFriday: boolean) =>
      days.filter(({ dayOfWeek }) => (dayOfWeek === 5) === isFriday).map(({ id }) => periodsOn(id));
    expect(Math.max(...counts(true))).toBeLessThan(Math.min(...counts(false)));
  }
});

test('a break comes before the first period', () => {
  const breaks = bellSchedules.flatMap(({ dayConfigurations }) => dayConfigurations.flatMap((each) => each.breaks));
  expect(breaks.some(({ followsPeriodIndex }) => followsPeriodIndex === -1)).toBe(true);
  expect(breaks.some(({ followsPeriodIndex }) => followsPeriodIndex >= 0)).toBe(true);
});

test('it has split lessons, each group with its own teachers', () => {
  const split = lessons.filter((lesson) => lesson.groups.length > 1);
  expect(split.length).toBeGreaterThan(1);
  for (const lesson of split) {
    const teacherIds = lesson.groups.flatMap((group) => group.teacherIds);
    expect(new Set(teacherIds).size).toBe(teacherIds.length);
  }
});

test('it has options blocks: several lessons taught at the same time', () => {
  const blocks = groupedBy(
    lessonUnits.filter(({ parallelGroupId }) => parallelGroupId !== null),
    ({ parallelGroupId }) => parallelGroupId ?? '',
  );
  const ofSeveralLessons = [...blocks.values()].filter(
    (units) => new Set(units.map(({ lessonLocalId }) => lessonLocalId)).size > 1,
  );
  expect(ofSeveralLessons.length).toBeGreaterThan(1);
});

test('it has single and double periods', () => {
  expect(lessonUnits.some(({ spanId }) => spanId === null)).toBe(true);
  expect(lessonUnits.some(({ spanId }) => spanId !== null)).toBe(true);
});

test('one unit could not be placed', () => {
  const unplaced = lessonUnits.filter(({ dayId }) => dayId === null);
  expect(unplaced).toMatchObject([{ dayId: null, periodIndex: null, spanId: null }]);
});

test('some units are locked', () => {
  expect(lessonUnits.filter(({ locked }) => locked).map(({ lockReason }) => lockReason)).not.toEqual([]);
});

test('it asks for rooms in every way there is', () => {
  expect(new Set(groups.map(({ roomMode }) => roomMode))).toEqual(new Set(['all', 'any', 'none']));
  expect(groups.some(({ roomMode, roomIds }) => roomMode === 'all' && roomIds.length > 1)).toBe(true);
  expect(groups.some(({ roomCandidateIds }) => roomCandidateIds.length > 0)).toBe(true);
  expect(groups.some(({ roomGroupIds }) => roomGroupIds.length > 0)).toBe(true);
  expect(new Set(groups.map(({ roomVariation }) => roomVariation))).toEqual(new Set(['same', 'vary', null]));
  expect(new Set(lessonUnits.map(({ roomPickedBy }) => roomPickedBy))).toEqual(new Set(['system', 'user', null]));
});

test('a room that may vary does', () => {
  const varied = groups.filter(({ id, roomVariation }) => {
    const own = lessonUnits.filter((unit) => unit.lessonGroupId === id);
    return roomVariation === 'vary' && new Set(own.flatMap(({ roomIds }) => roomIds)).size > 1;
  });
  expect(varied).not.toEqual([]);
});

test('a room is in several room groups', () => {
  const members = upper.roomGroups.flatMap(({ memberIds }) => memberIds);
  expect(members.length).toBeGreaterThan(new Set(members).size);
});

test('a teacher who was removed from the organisation still teaches', () => {
  const removed = upper.teachers.filter(({ isActive, name }) => !isActive && name !== 'Unknown');
  expect(removed).toHaveLength(1);
  expect(lessonUnits.some(({ teacherIds }) => teacherIds.includes(removed[0]?.localId ?? ''))).toBe(true);
});

test('a teacher and a room that no longer exist are Unknown, and still in use', () => {
  const unknown = { externalId: null, name: 'Unknown', shortName: 'Unknown', color: null, isActive: false };
  const teachers = upper.teachers.filter(({ name }) => name === 'Unknown');
  const rooms = upper.rooms.filter(({ name }) => name === 'Unknown');
  expect(teachers).toMatchObject([{ ...unknown, maxPeriods: null }]);
  expect(rooms).toMatchObject([{ ...unknown, capacity: 0, buildingName: '' }]);
  expect(lessonUnits.some(({ teacherIds }) => teacherIds.includes(teachers[0]?.localId ?? ''))).toBe(true);
  expect(lessonUnits.some(({ roomIds }) => roomIds.includes(rooms[0]?.localId ?? ''))).toBe(true);
});

test('classes of both bell schedules share teachers, who go from one to the other', () => {
  const river = new Set(upper.classes.filter(({ bellScheduleId }) => bellScheduleId).map(({ localId }) => localId));
  const teachersOf = (onRiver: boolean) =>
    new Set(
      lessonUnits
        .filter(({ classIds }) => classIds.some((id) => river.has(id) === onRiver))
        .flatMap(({ teacherIds }) => teacherIds),
    );
  expect([...teachersOf(true)].filter((id) => teachersOf(false).has(id)).length).toBeGreaterThan(3);
});
