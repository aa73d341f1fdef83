// The ids of rows, and the ids that everybody else sees. Every row of `timetable` and `timetable_version` has an id of its own in the
// whole database, as twenty tables, the queue and vendors' views refer to it, while an organisation may use every id, whatever others
// have. So where another organisation has the id, the row has `<handle>.<id>`, with the handle of its own organisation, which no
// other has; everywhere else is the id what follows the dot. Triggers keep both: see src/database/functions/ids. This file alone
// turns one into the other.

import { type RawBuilder, sql } from 'kysely';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';

type Relation = 'timetable' | 'timetable_version';

/** What the row's id begins with where it has one of its own. Read at most once for each statement, and only where it is needed. */
const prefixOf = (organisationId: string) =>
  sql<string>`(select handle || '.' from organisation where id = ${organisationId})`;

/** The id of a row as others see it. @param column an id of a row of the organisation, such as `version.id` */
export function publicId(column: string, organisationId: string): RawBuilder<string> {
  const [id, prefix] = [sql.ref(column), prefixOf(organisationId)];
  return sql`case when strpos(${id}, '.') = 0 then ${id}
    when starts_with(${id}, ${prefix}) then substr(${id}, length(${prefix}) + 1) else ${id} end`;
}

/**
 * The ids that the row may have, for `id in`, so that it is found by its key. The plain one may be another organisation's row: compare
 * the organisation as well, or begin with a row of the organisation. The id of a row finds nothing.
 */
export const rowIds = (organisationId: string, id: string): RawBuilder<string> =>
  sql`(case when strpos(${id}, '.') > 0 and starts_with(${id}, ${prefixOf(organisationId)}) then null else ${id}::text end,
    ${prefixOf(organisationId)} || ${id}::text)`;

/** The id of the row of a timetable of the organisation; null when it has none. */
export const timetableRow = (organisationId: string, id: string): RawBuilder<string> => sql`(
  select own.id from timetable own
  where own.id in ${rowIds(organisationId, id)} and own.organisation_id = ${organisationId} limit 1)`;

/** The same for a version. */
export const versionRow = (organisationId: string, id: string): RawBuilder<string> => sql`(
  select own.id from timetable_version own join timetable on timetable.id = own.timetable_id
  where own.id in ${rowIds(organisationId, id)} and timetable.organisation_id = ${organisationId} limit 1)`;

/**
 * Joins to rows that name an organisation and a version the row of the version, with its status: by keys, and so that PostgreSQL may
 * hash what is joined, since through a view each look-up may read all of it.
 */
export function namedVersions(organisation: string, version: string) {
  const [organisationId, id] = [sql.ref(organisation), sql.ref(version)];
  return {
    join: sql`left join organisation naming on naming.id = ${organisationId}
    left join timetable_version own on own.id = naming.handle || '.' || ${id}
    left join timetable_version plain on plain.id = ${id}
    left join timetable of_plain on of_plain.id = plain.timetable_id and of_plain.organisation_id = ${organisationId}`,
    status: sql<string | null>`coalesce(own.status, case when of_plain.id is not null then plain.status end)`,
  };
}

/**
 * The document with the ids of the rows that it is or will be stored in. Whether somebody else has an id, or is about to, neither
 * fails nor waits. The caller keeps others from storing the same ids for the organisation.
 * @param transaction in which it is stored; until it ends, nobody else gets ids of these rows that are new
 */
export async function withRowIds(
  transaction: Database,
  organisationId: string,
  timetable: Timetable,
): Promise<Timetable> {
  const { id, groupId } = timetable;
  const { rows } = await sql<{ id: string; groupId: string }>`
    select coalesce(${versionRow(organisationId, id)}, ${newRow('timetable_version', organisationId, id)}) as id,
      coalesce(${timetableRow(organisationId, groupId)}, ${newRow('timetable', organisationId, groupId)}) as "groupId"`.execute(
    transaction,
  );
  return { ...timetable, ...rows[0] };
}

/** One that nobody has yet: the plain id, unless somebody else has it or is about to. Both are asked for in any case, in the same time. */
const newRow = (relation: Relation, organisationId: string, id: string) => sql<string>`(
  select case when is_free and not exists (select from ${sql.table(relation)} other where other.id = ${id})
    then ${id} else ${prefixOf(organisationId)} || ${id} end
  from (select pg_try_advisory_xact_lock(hashtextextended(${`belfry: row of ${relation} ${id}`}, 0)) as is_free offset 0) asked)`;

/** The organisations that have a version of this id. */
export async function organisationsWith(database: Database, versionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select timetable.organisation_id as id
    from timetable_version version join timetable on timetable.id = version.timetable_id
    where version.id = ${versionId}
    union
    select organisation.id
    from organisation
    join timetable_version version on version.id = organisation.handle || '.' || ${versionId}
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = organisation.id
    order by id`.execute(database);
  return rows.map(({ id }) => id);
}
