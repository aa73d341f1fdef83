// Generated timetables: several bell schedules that may share day ids, cycles, days that differ, spans with
// and without gaps, parallel groups, classes on different bells in one unit, student-level units with and without
// sections. All of them satisfy the contract, which a test checks.

import fc from 'fast-check';
import type { BellSchedule, LessonUnit, Timetable } from '../../src/contract/types.generated.ts';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const configuration = (periods: number, start: number, id: string, dayIds: string[]) => ({
  id,
  dayIds,
  periods: Array.from({ length: periods }, (_, index) => ({
    id: `${id}p${index}`,
    name: `${index + 1}`,
    startTime: clock(start + index * 50 + (index > 1 ? 20 : 0)),
    endTime: clock(start + index * 50 + 45 + (index > 1 ? 20 : 0)),
  })),
  breaks: [
    { id: `${id}b`, name: 'Break', startTime: clock(start + 95), endTime: clock(start + 115), followsPeriodIndex: 1 },
  ],
});

/** `sharedDays` gives two schedules the same day ids. */
const arbitrarySchedule = (number: number, sharedDays: boolean): fc.Arbitrary<BellSchedule> =>
  fc
    .record({
      weeks: fc.integer({ min: 1, max: 2 }),
      everyWeekDay: fc.boolean(),
      daysOfWeek: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      doubledDay: fc.boolean(),
      long: fc.integer({ min: 3, max: 5 }),
      short: fc.integer({ min: 2, max: 3 }),
      start: fc.integer({ min: 420, max: 560 }),
    })
    .map(({ weeks, everyWeekDay, daysOfWeek, doubledDay, long, short, start }) => {
      const key = sharedDays ? 'd' : `s${number}d`;
      const numbers = weeks === 1 ? [null] : [1, 2];
      const days = numbers.flatMap((week) =>
        [...daysOfWeek, ...(doubledDay ? daysOfWeek.slice(0, 1) : [])].map((dayOfWeek, index) => ({
          id: `${key}${week ?? ''}-${dayOfWeek}-${index}`,
          label: `Day ${dayOfWeek} of ${week}`,
          shortLabel: `${dayOfWeek}`,
          dayOfWeek,
          weekInCycle: week,
        })),
      );
      if (everyWeekDay)
        days.push({ id: `${key}-8`, label: 'Eighth', shortLabel: '8', dayOfWeek: 8, weekInCycle: null });
      const ids = days.map(({ id }) => id);
      return {
        id: `bs_${number}`,
        name: `Bells ${number}`,
        isDefault: number === 0,
        scheduleType: weeks === 1 ? 'weekly' : 'cycle',
        cycleLength: weeks,
        days,
        dayConfigurations: [
          configuration(long, start, `${key}long`, ids.slice(1)),
          configuration(short, start + 10, `${key}short`, ids.slice(0, 1)),
        ],
      };
    });

const entity = (localId: string) => ({
  localId,
  entityId: `e-${localId}`,
  externalId: null,
  name: localId,
  shortName: localId,
  color: null,
  isActive: true,
});
const named = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}_${index}`);
const some = (ids: string[], maxLength = 2) => fc.subarray(ids, { maxLength: Math.min(maxLength, ids.length) });

export const denseTimetable: fc.Arbitrary<Timetable> = fc
  .record({ sharedDays: fc.boolean(), schedules: fc.integer({ min: 1, max: 2 }), studentLevel: fc.boolean() })
  .chain(({ sharedDays, schedules, studentLevel }) => {
    const [teachers, rooms, subjects, classes] = [named('tch', 3), named('rom', 3), named('sub', 3), named('cls', 3)];
    const students = studentLevel ? named('stu', 4) : [];
    const sections = studentLevel ? named('sec', 2) : [];
    const courses = studentLevel ? named('crs', 2) : [];
    const unit = fc.record({
      place: fc.option(fc.record({ day: fc.nat(20), period: fc.nat(4) }), { freq: 6 }),
      length: fc.integer({ min: 1, max: 3 }),
      span: fc.option(fc.nat(2), { freq: 2 }),
      parallel: fc.boolean(),
      locked: fc.boolean(),
      section: fc.option(fc.constantFrom(null, ...sections), { freq: 3 }),
      teacherIds: some(teachers),
      classIds: some(classes, studentLevel ? 1 : 2),
      subjectIds: some([...subjects, ...courses]),
      roomIds: some(rooms),
      studentIds: some(students),
    });
    return fc
      .record({
        bells: fc.tuple(...Array.from({ length: schedules }, (_, index) => arbitrarySchedule(index, sharedDays))),
        homes: fc.array(fc.option(fc.nat(schedules - 1)), { minLength: 3, maxLength: 3 }),
        membership: fc.array(fc.option(fc.constantFrom(...classes)), { minLength: 4, maxLength: 4 }),
        sectionStudents: fc.array(some(students, 3), { minLength: 2, maxLength: 2 }),
        units: fc.array(unit, { maxLength: 14 }),
      })
      .map(({ bells, homes, membership, sectionStudents, units }): Timetable => {
        const [bellSchedule] = bells;
        if (bellSchedule === undefined) throw new Error('there is always a first schedule');
        const bellScheduleIdOf = (classId: string) => {
          const home = homes[classes.indexOf(classId)] ?? null;
          return home === null ? null : `bs_${home}`;
        };
        let count = 0;
        const lessonUnits = units.flatMap(({ place, length, span, parallel, locked, section, ...taught }) =>
          Array.from({ length: span === null ? 1 : length }, (_, index): LessonUnit => {
            const needed = new Set([...taught.classIds.map((id) => bellScheduleIdOf(id) ?? 'bs_0')]);
            if (needed.size === 0) needed.add('bs_0');
            const own = bells.filter(({ id }) => needed.has(id));
            const common = own[0]?.days.filter((day) =>
              own.every(({ days }) =>
                days.some(({ id, weekInCycle }) => id === day.id && weekInCycle === day.weekInCycle),
              ),
            );
            const day = place === null ? undefined : common?.[place.day % Math.max(common.length, 1)];
            const periods = own.map(
              (schedule) =>
                schedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(day?.id ?? ''))?.periods.length ?? 0,
            );
            const periodIndex = place === null ? null : (place.period + index) % Math.max(1, Math.min(...periods));
            return {
              localId: `lu_${count++}`,
              lessonLocalId: 'lsn_0',
              sectionLocalId: section,
              dayId: day?.id ?? null,
              periodIndex: day === undefined ? null : periodIndex,
              spanId: span === null ? null : `span${span}`,
              parallelGroupId: parallel ? 'par' : null,
              parallelGroupName: parallel ? 'Block' : null,
              groupName: null,
              distributionGroupId: null,
              lessonGroupId: 'g',
              roomPickedBy: null,
              locked,
              lockReason: null,
              ...taught,
            };
          }),
        );
        const group = { id: 'g', name: null, teacherIds: [], classIds: [], subjectIds: [], studentIds: [] };
        const nowhere = {
          roomMode: 'none' as const,
          roomIds: [],
          roomCandidateIds: [],
          roomGroupIds: [],
          roomVariation: null,
        };
        return {
          id: 'v1',
          name: 'Generated',
          groupId: 'g1',
          versionNumber: 1,
          versionName: null,
          status: 'draft',
          isCurrent: false,
          publishedAt: null,
          effectiveFrom: null,
          effectiveTo: null,
          schedulingMode: studentLevel ? 'student-level' : 'standard',
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
          description: '',
          orgId: 'o',
          bellSchedule,
          bellSchedules: [...bells],
          teachers: teachers.map((id) => ({ ...entity(id), maxPeriods: null })),
          subjects: subjects.map(entity),
          classes: classes.map((id) => ({ ...entity(id), classTeacherId: null, bellScheduleId: bellScheduleIdOf(id) })),
          rooms: rooms.map((id) => ({ ...entity(id), capacity: 0, buildingName: '' })),
          roomGroups: [],
          lessons: [
            {
              localId: 'lsn_0',
              groups: [{ ...group, ...nowhere }],
              lessonConfigurations: [],
              distributionGroupId: null,
            },
          ],
          lessonUnits,
          ...(studentLevel && {
            students: students.map((localId, index) => ({
              localId,
              entityId: localId,
              externalId: null,
              name: localId,
              shortName: localId,
              color: null,
              classId: membership[index] ?? null,
              courseIds: [],
            })),
            courses: courses.map((localId) => ({
              localId,
              entityId: localId,
              name: localId,
              courseCode: null,
              teacherIds: [],
              roomIds: [],
              roomGroupIds: [],
              roomVariation: null,
            })),
            sections: sections.map((localId, index) => ({
              localId,
              name: localId,
              courseLocalId: 'crs_0',
              capacity: null,
              isAutoGenerated: true,
              parallelGroupId: null,
              teacherIds: [],
              roomIds: [],
              roomPickedBy: null,
              studentIds: sectionStudents[index] ?? [],
            })),
            sectionSettings: {},
          }),
        };
      });
  });
