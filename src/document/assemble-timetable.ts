// Assembles the `data` of Get Timetable from the rows of one version. It is pure: the same rows give the same object with
// its keys in the same order.

import type { RoomGroup, Timetable } from '../contract/types.generated.ts';
import { assembleSummary } from './assemble-list.ts';
import type {
  BellScheduleRow,
  Columns,
  LessonConfigurationRow,
  LessonGroupRow,
  LessonUnitRow,
  OrganisationEntity,
  RoomRow,
  VersionRows,
} from './version-rows.ts';

/** What the document shows for an entity that lessons still reference but the organisation no longer has. */
export const unknownEntity: OrganisationEntity = {
  externalId: null,
  name: 'Unknown',
  shortName: 'Unknown',
  color: null,
  isActive: false,
};
export const unknownRoom = { ...unknownEntity, capacity: 0, buildingName: '' };

const none: readonly string[] = [];

/**
 * Assembles the full timetable. Its values come from the rows unchecked, so it is a valid `Timetable` only if it then
 * passes the schema and the reference check.
 */
export function assembleTimetable(rows: VersionRows): Timetable {
  const studentLevel = rows.schedulingMode === 'student-level';
  const { rooms, roomGroups } = assembleRooms(rows);
  const bellSchedules = rows.bellSchedules.map(assembleBellSchedule);
  const timetable = {
    ...assembleSummary(rows),
    description: rows.description,
    orgId: rows.orgId,
    bellSchedule: bellSchedules[0],
    bellSchedules,
    teachers: rows.teachers.map((row) => ({ ...assembleEntity(row), maxPeriods: row.maxPeriods })),
    subjects: rows.subjects.map(assembleEntity),
    classes: rows.classes.map((row) => ({
      ...assembleEntity(row),
      classTeacherId: row.classTeacherId,
      bellScheduleId: row.bellScheduleId,
    })),
    rooms,
    roomGroups,
    lessons: assembleLessons(rows, studentLevel),
    lessonUnits: assembleLessonUnits(rows.lessonUnits, studentLevel),
    ...(studentLevel ? assembleStudentLevel(rows) : {}),
  };
  return timetable as Timetable; // the caller runs the checks named above
}

function assembleEntity(row: { localId: string; entityId: string; organisation: OrganisationEntity | null }) {
  const { externalId, name, shortName, color, isActive } = row.organisation ?? unknownEntity;
  return { localId: row.localId, entityId: row.entityId, externalId, name, shortName, color, isActive };
}

function assembleRoom(row: RoomRow) {
  const { capacity, buildingName } = row.organisation ?? unknownRoom;
  return { ...assembleEntity(row), capacity, buildingName };
}

// A draft shows the organisation's current room groups. A group may therefore contain a room that the timetable does not
// list yet. Such a room is appended to the list, with a localId made from its entity id.
function assembleRooms(rows: VersionRows): { rooms: Timetable['rooms']; roomGroups: RoomGroup[] } {
  const rooms = rows.rooms.map(assembleRoom);
  const localIdOf = new Map<string, string>();
  for (const { entityId, localId } of rooms) if (!localIdOf.has(entityId)) localIdOf.set(entityId, localId);
  const taken = new Set(rooms.map(({ localId }) => localId));
  let nextNumber = 1;

  const listRoom = ({ entityId, organisation }: { entityId: string; organisation: RoomRow['organisation'] }) => {
    const known = localIdOf.get(entityId);
    if (known !== undefined) return known;
    let localId = `rom_${entityId}`;
    // The lowest number that is free; those below stay taken, so the search goes on where the last one ended.
    while (taken.has(localId)) localId = `rom_${nextNumber++}`;
    taken.add(localId);
    localIdOf.set(entityId, localId);
    rooms.push(assembleRoom({ localId, entityId, organisation }));
    return localId;
  };

  const roomGroups = rows.roomGroups.map(({ localId: id, entityId, frozen, live }) => {
    if (rows.status !== 'draft') return { id, entityId, name: frozen.name, memberIds: frozen.memberIds };
    return { id, entityId, name: live?.name ?? unknownEntity.name, memberIds: (live?.rooms ?? []).map(listRoom) };
  });
  return { rooms, roomGroups };
}

/** The schedule of a document, as yet unchecked. */
export function assembleBellSchedule(row: BellScheduleRow) {
  const days = row.days.map(({ id, label, shortLabel, dayOfWeek, weekInCycle, extra }) =>
    withExtra({ id, label, shortLabel, dayOfWeek, weekInCycle }, extra),
  );
  const dayConfigurations = row.dayConfigurations.map(({ id, dayIds, periods, breaks, extra }) =>
    withExtra(
      {
        id,
        dayIds,
        periods: periods.map((period) =>
          withExtra(
            { id: period.id, name: period.name, startTime: period.startTime, endTime: period.endTime },
            period.extra,
          ),
        ),
        breaks: breaks.map(({ id, name, startTime, endTime, followsPeriodIndex, extra }) =>
          withExtra({ id, name, startTime, endTime, followsPeriodIndex }, extra),
        ),
      },
      extra,
    ),
  );
  const { id, name, isDefault, scheduleType, cycleLength, extra } = row;
  return withExtra({ id, name, isDefault, scheduleType, cycleLength, days, dayConfigurations }, extra);
}

/** Appends fields that the specification does not define. They cannot replace or reorder the fields that it defines. */
function withExtra<Fields extends object>(fields: Fields, extra: Record<string, unknown>): Fields {
  return { ...fields, ...extra, ...fields };
}

function assembleLessons({ lessons, lessonGroups, lessonConfigurations }: VersionRows, studentLevel: boolean) {
  const groupsOf = groupByLesson(lessonGroups);
  const configurationsOf = groupByLesson(lessonConfigurations);
  const listed = new Set<string>();
  return lessons.map(({ localId, distributionGroupId }) => {
    // A view may return a lesson twice, which the reference check refuses. With all groups in each of thousands, the
    // document would not fit in memory before it comes to that.
    const most = listed.has(localId) ? 1 : Number.POSITIVE_INFINITY;
    listed.add(localId);
    return {
      localId,
      groups: (groupsOf.get(localId) ?? []).slice(0, most).map((group) => assembleLessonGroup(group, studentLevel)),
      lessonConfigurations: (configurationsOf.get(localId) ?? []).slice(0, most).map(assembleLessonConfiguration),
      distributionGroupId,
    };
  });
}

const assembleLessonConfiguration = ({ id, frequency, length }: LessonConfigurationRow) => ({ id, frequency, length });

function groupByLesson<Row extends { lessonLocalId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const byLesson = new Map<string, Row[]>();
  for (const row of rows) {
    const known = byLesson.get(row.lessonLocalId);
    if (known === undefined) byLesson.set(row.lessonLocalId, [row]);
    else known.push(row);
  }
  return byLesson;
}

function assembleLessonGroup(row: LessonGroupRow, studentLevel: boolean) {
  const anyRoom = row.roomMode === 'any';
  return {
    id: row.id,
    name: row.name,
    teacherIds: row.teacherIds,
    classIds: row.classIds,
    subjectIds: row.subjectIds,
    studentIds: studentLevel ? row.studentIds : none,
    roomMode: row.roomMode,
    roomIds: row.roomMode === 'all' ? row.roomIds : none,
    roomCandidateIds: anyRoom ? row.roomCandidateIds : none,
    roomGroupIds: anyRoom ? row.roomGroupIds : none,
    roomVariation: anyRoom ? row.roomVariation : null,
  };
}

function assembleLessonUnits(units: Columns<LessonUnitRow>, studentLevel: boolean) {
  return units.localId.map((localId, index) => ({
    localId,
    lessonLocalId: units.lessonLocalId[index],
    sectionLocalId: studentLevel ? units.sectionLocalId[index] : null,
    dayId: units.dayId[index],
    periodIndex: units.periodIndex[index],
    spanId: units.spanId[index],
    parallelGroupId: units.parallelGroupId[index],
    parallelGroupName: units.parallelGroupName[index],
    groupName: units.groupName[index],
    distributionGroupId: units.distributionGroupId[index],
    lessonGroupId: units.lessonGroupId[index],
    roomPickedBy: units.roomPickedBy[index],
    locked: units.locked[index],
    lockReason: units.lockReason[index],
    teacherIds: units.teacherIds[index],
    classIds: units.classIds[index],
    subjectIds: units.subjectIds[index],
    roomIds: units.roomIds[index],
    studentIds: studentLevel ? units.studentIds[index] : none,
  }));
}

function assembleStudentLevel({ students, courses, sections, sectionSettings }: VersionRows) {
  return {
    students: students.map((row) => {
      const { externalId, name, shortName, color } = row.organisation ?? unknownEntity;
      const { localId, entityId, classId, courseIds } = row;
      return { localId, entityId, externalId, name, shortName, color, classId, courseIds };
    }),
    courses: courses.map((row) => {
      const { name, courseCode } = row.organisation ?? { name: unknownEntity.name, courseCode: null };
      const { localId, entityId, teacherIds, roomIds, roomGroupIds, roomVariation, settings } = row;
      const course = { localId, entityId, name, courseCode, teacherIds, roomIds, roomGroupIds, roomVariation };
      return withExtra(course, settings);
    }),
    sections: sections.map((row) => ({
      localId: row.localId,
      name: row.name,
      courseLocalId: row.courseLocalId,
      capacity: row.capacity,
      isAutoGenerated: row.isAutoGenerated,
      parallelGroupId: row.parallelGroupId,
      teacherIds: row.teacherIds,
      roomIds: row.roomIds,
      roomPickedBy: row.roomPickedBy,
      studentIds: row.studentIds,
    })),
    sectionSettings: sectionSettings ?? {},
  };
}
