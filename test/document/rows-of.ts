import type { Timetable } from '../../src/contract/types.generated.ts';
import type { Columns, LessonUnitRow, OrganisationEntity, VersionRows } from '../../src/document/version-rows.ts';

type Entity = { localId: string; entityId: string } & OrganisationEntity;
const named = ({ externalId, name, shortName, color, isActive }: Entity): OrganisationEntity => ({
  externalId,
  name,
  shortName,
  color,
  isActive,
});
const identity = ({ localId, entityId }: { localId: string; entityId: string }) => ({ localId, entityId });

const unitColumns = [
  ...(['localId', 'lessonLocalId', 'sectionLocalId', 'dayId', 'periodIndex', 'spanId', 'parallelGroupId'] as const),
  ...(['parallelGroupName', 'groupName', 'distributionGroupId', 'lessonGroupId', 'roomPickedBy', 'locked'] as const),
  ...(['lockReason', 'teacherIds', 'classIds', 'subjectIds', 'roomIds', 'studentIds'] as const),
];

/** The rows of a document whose entities all exist, as the database would return them. */
export function rowsOf(timetable: Timetable): VersionRows {
  const { students = [], courses = [], sections = [], ...rest } = timetable;
  const roomOf = new Map(
    timetable.rooms.map((room) => [
      room.localId,
      { ...named(room), capacity: room.capacity, buildingName: room.buildingName },
    ]),
  );
  const entityIdOf = new Map(timetable.rooms.map(({ localId, entityId }) => [localId, entityId]));
  return {
    ...rest,
    sections,
    sectionSettings: timetable.sectionSettings ?? null,
    bellSchedules: timetable.bellSchedules.map(
      ({ id, name, isDefault, scheduleType, cycleLength, days, dayConfigurations, ...extra }) => ({
        id,
        name,
        isDefault,
        scheduleType,
        cycleLength,
        extra,
        days: days.map(({ id, label, shortLabel, dayOfWeek, weekInCycle, ...extra }) => ({
          id,
          label,
          shortLabel,
          dayOfWeek,
          weekInCycle,
          extra,
        })),
        dayConfigurations: dayConfigurations.map(({ id, dayIds, periods, breaks, ...extra }) => ({
          id,
          dayIds,
          extra,
          periods: periods.map(({ id, name, startTime, endTime, ...extra }) => ({
            id,
            name,
            startTime,
            endTime,
            extra,
          })),
          breaks: breaks.map(({ id, name, startTime, endTime, followsPeriodIndex, ...extra }) => ({
            id,
            name,
            startTime,
            endTime,
            followsPeriodIndex,
            extra,
          })),
        })),
      }),
    ),
    teachers: timetable.teachers.map((row) => ({
      ...identity(row),
      maxPeriods: row.maxPeriods,
      organisation: named(row),
    })),
    subjects: timetable.subjects.map((row) => ({ ...identity(row), organisation: named(row) })),
    classes: timetable.classes.map((row) => ({
      ...identity(row),
      classTeacherId: row.classTeacherId,
      bellScheduleId: row.bellScheduleId,
      organisation: named(row),
    })),
    rooms: timetable.rooms.map((row) => ({ ...identity(row), organisation: roomOf.get(row.localId) ?? null })),
    roomGroups: timetable.roomGroups.map(({ id, entityId, name, memberIds }) => ({
      localId: id,
      entityId,
      frozen: { name, memberIds },
      live: {
        name,
        rooms: memberIds.map((member) => ({
          entityId: entityIdOf.get(member) ?? member,
          organisation: roomOf.get(member) ?? null,
        })),
      },
    })),
    lessonGroups: timetable.lessons.flatMap(({ localId, groups }) =>
      groups.map((group) => ({ lessonLocalId: localId, ...group })),
    ),
    lessonConfigurations: timetable.lessons.flatMap((lesson) =>
      lesson.lessonConfigurations.map((part) => ({ lessonLocalId: lesson.localId, ...part })),
    ),
    lessonUnits: Object.fromEntries(
      unitColumns.map((name) => [name, timetable.lessonUnits.map((unit) => unit[name])]),
    ) as Columns<LessonUnitRow>,
    students: students.map(({ localId, entityId, classId, courseIds, ...organisation }) => ({
      localId,
      entityId,
      classId,
      courseIds,
      organisation,
    })),
    courses: courses.map(
      ({
        localId,
        entityId,
        name,
        courseCode,
        teacherIds,
        roomIds,
        roomGroupIds,
        roomVariation = null,
        ...settings
      }) => ({
        localId,
        entityId,
        teacherIds,
        roomIds,
        roomGroupIds,
        roomVariation,
        settings,
        organisation: { name, courseCode },
      }),
    ),
  };
}
