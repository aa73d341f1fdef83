// Builds lessons and their units. A unit's id is made from its lesson and its place, so the order of the file does
// not matter.

import type { Lesson, LessonUnit } from '../../contract/types.generated.ts';
import { groupBy } from '../group-by.ts';
import { type Findings, quote } from '../report/finding.ts';
import { dayIdOf } from './build-bell-schedule.ts';
import type { LocalIds } from './build-entities.ts';
import type { SectionOf } from './build-students.ts';
import { chooseRoomMode } from './choose-room-mode.ts';
import { cleanName } from './clean-name.ts';
import type { School, SchoolGroup, SchoolLesson, SchoolUnit } from './school.ts';
import { idPart, naturalKey, stableIds } from './stable-id.ts';

export function buildLessons(school: School, localIds: LocalIds, sectionOf: SectionOf, findings: Findings) {
  const { ids, clashes } = stableIds(school.lessons.map(({ identity }) => identity));
  for (const { position, kind } of clashes) {
    const lesson = school.lessons[position];
    if (lesson === undefined || kind === 'duplicate') continue; // identical lessons without permanent ids are numbered
    const shared = quote(naturalKey(lesson.identity));
    findings.add(
      'school.ids-collide',
      lesson.place,
      `another lesson also has the id ${shared}; the id of this one becomes ${ids[position]}`,
    );
  }
  const lessons: Lesson[] = [];
  const lessonUnits: LessonUnit[] = [];
  for (const [index, lesson] of school.lessons.entries()) {
    const id = ids[index] ?? '';
    const unitsOf = groupBy(lesson.units, (unit) => unit.group);
    const groups = lesson.groups.map((group, place) =>
      buildGroup(lesson, group, unitsOf.get(place) ?? [], id, localIds, sectionOf, findings),
    );
    lessons.push({
      localId: `lsn_${id}`,
      groups,
      lessonConfigurations: lesson.configurations.map((each, place) => ({ id: `${id}-c${place + 1}`, ...each })),
      distributionGroupId: null,
    });
    for (const unit of buildUnits(school, lesson, groups, id, localIds, sectionOf)) lessonUnits.push(unit);
  }
  return { lessons, lessonUnits };
}

function buildGroup(
  lesson: SchoolLesson,
  group: SchoolGroup,
  units: readonly SchoolUnit[],
  lessonId: string,
  localIds: LocalIds,
  sectionOf: SectionOf,
  findings: Findings,
): Lesson['groups'][number] {
  const rooms = (keys: readonly string[]) => keys.map((key) => localIds('room', key));
  const given = units.filter((unit) => unit.rooms.length > 0);
  const { need, assumed } = chooseRoomMode(
    rooms(group.roomCandidates),
    given.map((unit) => rooms(unit.rooms)),
  );
  if (assumed) {
    const how = need.roomMode === 'all' ? 'needs all of them' : `needs one of them (${need.roomVariation})`;
    const count = need.roomIds.length + need.roomCandidateIds.length;
    findings.add(
      'school.room-mode-assumed',
      lesson.place,
      `the lesson has ${count} rooms; Belfry assumes that it ${how}`,
    );
  }
  const section = sectionOf.get(group);
  return {
    id: lesson.groups.length === 1 ? lessonId : `${lessonId}-${idPart(group.key)}`,
    name: cleanName(group.name ?? section?.name ?? '').name || null,
    teacherIds: group.teachers.map((key) => localIds('teacher', key)),
    classIds: group.classes.map((key) => localIds('class', key)),
    subjectIds: group.subjects.map((key) =>
      key === section?.subject ? section.courseLocalId : localIds('subject', key),
    ),
    studentIds: (group.students ?? []).map((key) => localIds('student', key)),
    ...need,
  };
}

function buildUnits(
  school: School,
  lesson: SchoolLesson,
  groups: Lesson['groups'],
  id: string,
  localIds: LocalIds,
  sectionOf: SectionOf,
): LessonUnit[] {
  const used = new Map<string, number>();
  const unitId = (place: string): string => {
    const times = (used.get(place) ?? 0) + 1;
    used.set(place, times);
    return times === 1 ? `lu_${id}-${place}` : `lu_${id}-${place}-${times}`;
  };
  const slotOf = ({ at }: SchoolUnit) => (at === null ? 'u' : `${dayIdOf(school, at.week, at.day)}-p${at.period + 1}`);
  const groupsAt = new Map<string, Set<number>>();
  for (const unit of lesson.units)
    groupsAt.set(slotOf(unit), (groupsAt.get(slotOf(unit)) ?? new Set()).add(unit.group));
  /** Groups of one lesson are parallel only where they are at the same time; parts of a split lesson may not be. */
  const parallelOf = (unit: SchoolUnit): string | null => {
    if (unit.parallel !== undefined) return `par_${unit.parallel}`;
    const isParallel = unit.at !== null && (groupsAt.get(slotOf(unit))?.size ?? 0) > 1;
    return isParallel ? `par_${id}-${slotOf(unit)}` : null;
  };
  return inOrder(lesson.units).map((unit) => {
    const { group: place, at, span, rooms, locked } = unit;
    const group = groups[place];
    const taught = lesson.groups[place];
    if (group === undefined || taught === undefined)
      throw new Error(`a unit of lesson ${lesson.key} names group ${place}, which does not exist`);
    return {
      localId: unitId(slotOf(unit)),
      lessonLocalId: `lsn_${id}`,
      sectionLocalId: sectionOf.get(taught)?.localId ?? null,
      dayId: at === null ? null : dayIdOf(school, at.week, at.day),
      periodIndex: at === null ? null : at.period,
      spanId: span === null ? null : `${id}-${span}`,
      parallelGroupId: parallelOf(unit),
      parallelGroupName: null,
      groupName: group.name,
      distributionGroupId: null,
      lessonGroupId: group.id,
      roomPickedBy: group.roomMode === 'any' && rooms.length > 0 ? 'system' : null,
      locked,
      lockReason: null,
      teacherIds: group.teacherIds,
      classIds: group.classIds,
      subjectIds: group.subjectIds,
      roomIds: rooms.map((key) => localIds('room', key)),
      studentIds: group.studentIds,
    };
  });
}

/** Sorts by week, day, period, group and rooms, unplaced units last, so the order of the file does not matter. */
function inOrder(units: readonly SchoolUnit[]): SchoolUnit[] {
  const ranked = units.map((unit) => {
    const { at, group, rooms, span, locked } = unit;
    const place = [at === null ? 1 : 0, at?.week ?? 0, at?.day ?? 0, at?.period ?? 0, group];
    return { unit, place, rest: `${rooms.join()} ${span} ${locked}` };
  });
  return ranked
    .sort((one, other) => {
      const differs = one.place.findIndex((value, index) => value !== other.place[index]);
      if (differs >= 0) return (one.place[differs] ?? 0) - (other.place[differs] ?? 0);
      return one.rest < other.rest ? -1 : one.rest > other.rest ? 1 : 0;
    })
    .map(({ unit }) => unit);
}
