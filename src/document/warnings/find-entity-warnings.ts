// Finds entities that a document lists twice.

import type { Timetable } from '../../contract/types.generated.ts';
import type { Warning } from './warning.ts';

/** What one entity of each list is called. */
export const entityNames = {
  teachers: 'teacher',
  subjects: 'subject',
  classes: 'class',
  rooms: 'room',
  students: 'student',
  courses: 'course',
  roomGroups: 'room group',
} as const;

export function* findEntityWarnings(timetable: Timetable): Generator<Warning> {
  for (const list of ['teachers', 'subjects', 'classes', 'rooms', 'roomGroups', 'students', 'courses'] as const) {
    const listed = new Set<string>();
    for (const [index, { entityId }] of (timetable[list] ?? []).entries()) {
      const message = `${entityNames[list]} ${entityId} is listed twice`;
      if (listed.has(entityId))
        yield { kind: `${list} twice`, code: 'listed-twice', at: [list, index, 'entityId'], message };
      listed.add(entityId);
    }
  }
}
