// From which relations the database is published. A name such as `teacher` means what the search_path of a role finds, so another
// role, a view that is dropped or a schema that may not be used any more make it mean another relation, often an empty one. What
// the name meant when the database was first published is recorded, and nothing is published from any other.

import { sql } from 'kysely';
import { commandLine } from '../../command-line.ts';
import { SourceMismatchError } from '../../errors.ts';
import type { Database } from '../connect/open-database.ts';
import { mayBindStore } from '../store-binding.ts';
import { accessTables, calendarTables, checkMapping, dayTables, timetableTables } from './check-mapping.ts';

/** What each kind of work reads: a revocation depends on no view of timetables. */
export const relationsOf = {
  access: accessTables,
  documents: ['organisation', ...timetableTables],
  days: ['organisation', ...calendarTables, ...dayTables],
  derived: ['organisation', ...calendarTables, ...dayTables],
  all: [...accessTables, ...timetableTables, ...calendarTables, ...dayTables],
} as const satisfies Record<string, readonly string[]>;
export type Reading = keyof typeof relationsOf;

/** `recorded` and `found` are quoted SQL names with schemas; null where none is recorded, or found. */
type Relation = { name: string; recorded: string | null; found: string | null; oid: string | null };

async function readRelations(database: Database, reading: Reading): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select wanted.name, recorded.relations ->> wanted.name as recorded, found.oid::text as oid,
      format('%I.%I', namespace.nspname, found.relname) as found
    from unnest(${[...relationsOf[reading]]}::text[]) with ordinality wanted(name, position)
    left join lateral (select relations from store_binding limit 1) recorded on true
    left join pg_class found on found.oid = to_regclass(quote_ident(wanted.name))
    left join pg_namespace namespace on namespace.oid = found.relnamespace
    order by wanted.position`.execute(database);
  return rows.map((row) => (row.oid === null ? { ...row, found: null } : row));
}

/** Whether it is recorded from which relations the database is published. */
export async function hasRecordedRelations(database: Database): Promise<boolean> {
  return (await readRelations(database, 'access')).some(({ recorded }) => recorded !== null);
}

/** Which relations these are, however they are named: one that is dropped and created again is another. */
export type SourceState = string;

/**
 * @param before of the same transaction, where it was read before
 * @throws SourceMismatchError unless the names mean the recorded relations, and still the same ones
 */
export async function assertSource(database: Database, reading: Reading, before?: SourceState): Promise<SourceState> {
  const relations = await readRelations(database, reading);
  const others = relations.filter(({ recorded, found }) => recorded !== null && recorded !== found);
  if (others.length > 0) throw otherSource(others);
  const state = relations.map(({ oid }) => oid).join();
  if (before !== undefined && state !== before)
    throw new SourceMismatchError(
      'a relation was replaced while it was read, so nothing was published; it is tried again',
    );
  return state;
}

/**
 * Records the relations of the first publication. Of the guide's roles only the publisher may, as it binds the store; and only where
 * all can be read, so that no missing view is recorded as Belfry's own empty table.
 */
export async function ensureRelationsRecorded(database: Database): Promise<void> {
  const relations = await readRelations(database, 'all');
  if (relations.some(({ recorded }) => recorded !== null) || !(await mayBindStore(database))) return;
  if ((await checkMapping(database)).problems.length > 0) return;
  await sql`update store_binding set relations = ${namesOf(relations)}::jsonb where relations is null`.execute(
    database,
  );
}

/** Records what this role reads, whatever was recorded. @returns the relations that are others than before */
export async function recordRelations(database: Database): Promise<string[]> {
  const relations = await readRelations(database, 'all');
  await sql`update store_binding set relations = ${namesOf(relations)}::jsonb`.execute(database);
  return relations.filter(({ recorded, found }) => recorded !== found).flatMap(({ found }) => found ?? []);
}

const namesOf = (relations: readonly Relation[]): string =>
  JSON.stringify(Object.fromEntries(relations.map(({ name, found }) => [name, found])));

/** Relations that are named in a message. */
const mostNamed = 3;

function otherSource(others: readonly Relation[]): SourceMismatchError {
  const named = others
    .slice(0, mostNamed)
    .map(({ name, recorded, found }) =>
      found === null ? `${recorded}, and finds no ${name}` : `${recorded}, and finds ${found}`,
    );
  const rest = others.length > mostNamed ? `; and ${others.length - mostNamed} more` : '';
  return new SourceMismatchError(
    `this database is published from other relations than this role reads: it should read ${named.join('; ')}${rest}. ` +
      `Nothing was done. Give the role the search_path and the rights of the one that publishes, and create what is missing. ` +
      `To publish from these relations from now on: \`${commandLine('bind --relations')}\``,
  );
}
