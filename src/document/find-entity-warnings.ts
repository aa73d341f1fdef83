// Finds entities that the organisation does not have, which the document shows as Unknown, and duplicates.

import type { Timetable } from '../contract/types.generated.ts';
import type { VersionRows } from './version-rows.ts';
import type { Warning } from './warning.ts';

const names = {
  teachers: 'teacher',
  subjects: 'subject',
  classes: 'class',
  rooms: 'room',
  students: 'student',
  courses: 'course',
  roomGroups: 'room group',
} as const;

export function* findEntityWarnings(rows: VersionRows, timetable: Timetable): Generator<Warning> {
  const studentLevel = rows.schedulingMode === 'student-level';
  for (const list of ['teachers', 'subjects', 'classes', 'rooms', 'students', 'courses'] as const) {
    if (!studentLevel && (list === 'students' || list === 'courses')) continue;
    for (const [index, { entityId, organisation }] of rows[list].entries())
      if (organisation === null) yield missing(list, index, `${names[list]} ${entityId}`);
  }
  if (rows.status === 'draft') {
    for (const [index, { entityId, live }] of rows.roomGroups.entries()) {
      if (live === null) yield missing('roomGroups', index, `room group ${entityId}`);
      for (const { entityId, organisation } of live?.rooms ?? [])
        if (organisation === null) yield missing('roomGroups', index, `room ${entityId}`, ' in it');
    }
  }
  for (const list of ['teachers', 'subjects', 'classes', 'rooms', 'roomGroups', 'students', 'courses'] as const) {
    const listed = new Set<string>();
    for (const [index, { entityId }] of (timetable[list] ?? []).entries()) {
      const message = `${names[list]} ${entityId} is listed twice`;
      if (listed.has(entityId)) yield { kind: `${list} twice`, at: [list, index, 'entityId'], message };
      listed.add(entityId);
    }
  }
}

const missing = (list: string, index: number, entity: string, where = ''): Warning => ({
  kind: `${list} missing${where}`,
  at: [list, index, 'entityId'],
  message: `the organisation has no ${entity}, so it is shown as Unknown${where}`,
});
