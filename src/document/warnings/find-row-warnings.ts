// Finds what only the rows of a version show: values that its document has no place for, and entities that the
// organisation does not have, which the document shows as Unknown.

import type { Timetable } from '../../contract/types.generated.ts';
import { findLostFields } from '../find-lost-fields.ts';
import { shortName } from '../name-things.ts';
import type { VersionRows } from '../version-rows.ts';
import { entityNames } from './find-entity-warnings.ts';
import type { Warning } from './warning.ts';

/** @param timetable assembled from the rows */
export function* findRowWarnings(rows: VersionRows, timetable: Timetable): Generator<Warning> {
  yield* findLostFields(rows, timetable);
  yield* findMissingEntities(rows);
}

function* findMissingEntities(rows: VersionRows): Generator<Warning> {
  const studentLevel = rows.schedulingMode === 'student-level';
  for (const list of ['teachers', 'subjects', 'classes', 'rooms', 'students', 'courses'] as const) {
    if (!studentLevel && (list === 'students' || list === 'courses')) continue;
    for (const [index, { entityId, organisation }] of rows[list].entries())
      if (organisation === null) yield missing(list, index, entityNames[list], entityId);
  }
  if (rows.status !== 'draft') return;
  for (const [index, { entityId, live }] of rows.roomGroups.entries()) {
    if (live === null) yield missing('roomGroups', index, 'room group', entityId);
    for (const { entityId, organisation } of live?.rooms ?? [])
      if (organisation === null)
        yield {
          kind: 'roomGroups missing in it',
          code: 'room-of-group-not-known',
          values: () => ({ room: shortName(entityId) }),
          at: ['roomGroups', index, 'entityId'],
          message: `the organisation has no room ${entityId}, so it is shown as Unknown in it`,
        };
  }
}

const missing = (list: string, index: number, entity: string, entityId: string): Warning => ({
  kind: `${list} missing`,
  code: 'entity-not-known',
  values: () => ({ name: shortName(entityId) }),
  at: [list, index, 'entityId'],
  message: `the organisation has no ${entity} ${entityId}, so it is shown as Unknown`,
});
