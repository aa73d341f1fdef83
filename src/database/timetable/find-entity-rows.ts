// Finds the rows that hold the personal data of an entity, for `npm run forget`.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

export type EntityRow = {
  table: string;
  /** The version that the row belongs to; null for a row of the organisation. */
  versionId: string | null;
  /**
   * Whether a published document may contain the row. Autosaves are not published, and an entity of the organisation is
   * published only through the versions that list it.
   */
  isShown: boolean;
};

const kinds = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'];

/** The rows that hold an entity of the organisation, of any kind, or list it in a version. */
export async function findEntityRows(database: Database, organisationId: string, entityId: string) {
  const selects = kinds.map(
    (kind) => sql`
      select ${kind} as "table", null as "versionId", false as "isShown"
      from ${sql.table(kind)} where organisation_id = ${organisationId} and id = ${entityId}
      union all
      select ${`version_${kind}`}, version.id, not version.is_autosave
      from ${sql.table(`version_${kind}`)} own
      join timetable_version version on version.id = own.version_id
      join timetable on timetable.id = version.timetable_id
      where timetable.organisation_id = ${organisationId} and own.entity_id = ${entityId}`,
  );
  const { rows } = await sql<EntityRow>`
    ${sql.join(selects, sql` union all `)}
    union all
    select distinct 'room_group_member', null, true from room_group_member
    where organisation_id = ${organisationId} and room_id = ${entityId}
    order by 1, 2`.execute(database);
  return rows;
}
