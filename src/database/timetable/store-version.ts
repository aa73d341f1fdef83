// Writes a document in the specification's form to the tables and keeps its ids and localIds, so that reading it back
// gives the same document. The caller has checked it and holds the transaction.

import type { Kysely } from 'kysely';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Tables } from '../tables.ts';
import { insertRows } from './insert-rows.ts';
import { storeBellSchedules } from './store-bell-schedules.ts';
import { storeLessons } from './store-lessons.ts';
import { storeStudentLevel } from './store-student-level.ts';

/** Replaces all rows of the version. Its timetable and its organisation's entities are already stored. */
export async function storeVersion(database: Kysely<Tables>, timetable: Timetable, isAutosave: boolean): Promise<void> {
  const version_id = timetable.id;
  const insert = <Table extends keyof Tables>(table: Table, rows: Parameters<typeof insertRows<Table>>[2]) =>
    insertRows(database, table, rows);
  const listed = ({ localId, entityId }: { localId: string; entityId: string }, position: number) => ({
    version_id,
    local_id: localId,
    entity_id: entityId,
    position,
  });

  await database.deleteFrom('timetable_version').where('id', '=', version_id).execute();
  await insert('timetable_version', [
    {
      id: version_id,
      timetable_id: timetable.groupId,
      version_number: timetable.versionNumber,
      version_name: timetable.versionName,
      description: timetable.description,
      status: timetable.status,
      is_current: timetable.isCurrent,
      is_autosave: isAutosave,
      published_at: timetable.publishedAt,
      effective_from: timetable.effectiveFrom,
      effective_to: timetable.effectiveTo,
      scheduling_mode: timetable.schedulingMode,
      section_settings: timetable.sectionSettings ?? null,
      created_at: timetable.createdAt,
      updated_at: timetable.updatedAt,
    },
  ]);
  await insert(
    'version_teacher',
    timetable.teachers.map((teacher, position) => ({ ...listed(teacher, position), max_periods: teacher.maxPeriods })),
  );
  await insert('version_subject', timetable.subjects.map(listed));
  await insert(
    'version_class',
    timetable.classes.map((each, position) => ({
      ...listed(each, position),
      class_teacher_id: each.classTeacherId,
      bell_schedule_id: each.bellScheduleId,
    })),
  );
  await insert('version_room', timetable.rooms.map(listed));
  await insert(
    'version_room_group',
    timetable.roomGroups.map(({ id, entityId, name, memberIds }, position) => ({
      ...listed({ localId: id, entityId }, position),
      name,
      member_ids: memberIds,
    })),
  );
  await storeBellSchedules(database, timetable);
  await storeLessons(database, timetable);
  await storeStudentLevel(database, timetable);
}
