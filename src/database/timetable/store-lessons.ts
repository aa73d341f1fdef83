// Writes the lessons and lesson units of a document.

import type { Kysely } from 'kysely';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Tables } from '../tables.ts';
import { insertRows } from './insert-rows.ts';

export async function storeLessons(database: Kysely<Tables>, { id: version_id, lessons, lessonUnits }: Timetable) {
  await insertRows(
    database,
    'lesson',
    lessons.map(({ localId, distributionGroupId }, position) => ({
      version_id,
      local_id: localId,
      position,
      distribution_group_id: distributionGroupId,
    })),
  );
  await insertRows(
    database,
    'lesson_group',
    lessons.flatMap(({ localId, groups }) =>
      groups.map((group, position) => ({
        version_id,
        lesson_local_id: localId,
        id: group.id,
        position,
        name: group.name,
        teacher_ids: group.teacherIds,
        class_ids: group.classIds,
        subject_ids: group.subjectIds,
        student_ids: group.studentIds,
        room_mode: group.roomMode,
        room_ids: group.roomIds,
        room_candidate_ids: group.roomCandidateIds,
        room_group_ids: group.roomGroupIds,
        room_variation: group.roomVariation,
      })),
    ),
  );
  await insertRows(
    database,
    'lesson_configuration',
    lessons.flatMap(({ localId, lessonConfigurations }) =>
      lessonConfigurations.map(({ id, frequency, length }, position) => ({
        version_id,
        lesson_local_id: localId,
        position,
        id,
        frequency,
        length,
      })),
    ),
  );
  await insertRows(
    database,
    'lesson_unit',
    lessonUnits.map((unit, position) => ({
      version_id,
      local_id: unit.localId,
      position,
      lesson_local_id: unit.lessonLocalId,
      section_local_id: unit.sectionLocalId,
      day_id: unit.dayId,
      period_index: unit.periodIndex,
      span_id: unit.spanId,
      parallel_group_id: unit.parallelGroupId,
      parallel_group_name: unit.parallelGroupName,
      group_name: unit.groupName,
      distribution_group_id: unit.distributionGroupId,
      lesson_group_id: unit.lessonGroupId,
      room_picked_by: unit.roomPickedBy,
      locked: unit.locked,
      lock_reason: unit.lockReason,
      teacher_ids: unit.teacherIds,
      class_ids: unit.classIds,
      subject_ids: unit.subjectIds,
      room_ids: unit.roomIds,
      student_ids: unit.studentIds,
    })),
  );
}
