// Finds what an interrupted or repeated restore leaves behind: tables that are missing, that lost their primary keys, or whose rows
// are there twice. A migration on top of it would fail with PostgreSQL's words, or make it worse.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The tables that each migration makes, by their present names; each has a primary key. */
const tablesOf: Record<string, readonly string[]> = {
  '0001-timetables': [
    ...['organisation', 'api_key', 'teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'],
    ...['room_group_member', 'timetable', 'timetable_version', 'version_teacher', 'version_subject', 'version_class'],
    ...['version_room', 'version_student', 'version_course', 'version_room_group', 'bell_schedule', 'bell_day'],
    ...['day_configuration', 'period', 'break', 'lesson', 'lesson_group', 'lesson_configuration', 'lesson_unit'],
    'section',
  ],
  '0002-changes': ['pending_change'],
  '0003-borders': ['publish_lease'],
  '0005-store-binding': ['store_binding', 'held_removal'],
  '0006-change-queue': ['changed_version'],
  '0008-replicated-marks': ['belfry_mark'],
  '0009-publishing': ['publication'],
  '0011-calendars': ['calendar', 'calendar_term', 'calendar_closure', 'calendar_anchor', 'calendar_exception'],
  '0012-links': ['link', 'link_ended'],
  '0013-dashboard': ['admin', 'admin_session', 'control_idempotency', 'audit', 'revoked_secret'],
  '0014-storage-bounds': ['version_size'],
  '0016-days': ['day_change', 'day_note', 'day_absence'],
};

/** How many tables a message names. */
const mostNamed = 5;

/**
 * @param known what the database says has run, with its repetitions
 * @returns what is wrong, or null. A view of somebody's own in place of a table is no damage
 */
export async function findDamage(database: Kysely<Tables>, known: readonly string[]): Promise<string | null> {
  const ran = new Set(known);
  const expected = Object.entries(tablesOf).flatMap(([migration, names]) => (ran.has(migration) ? names : []));
  const all = known.length === 0 ? [] : ['kysely_migration', ...expected];
  const { rows } = await sql<{ name: string; missing: boolean }>`
    select name, relation.oid is null as missing from unnest(${all}::text[]) name
    left join pg_class relation on relation.oid = to_regclass(quote_ident(name))
    where relation.oid is null or relation.relkind in ('r', 'p') and not exists (
      select from pg_constraint where conrelid = relation.oid and contype = 'p')`.execute(database);
  const missing = rows.filter((row) => row.missing).map(({ name }) => name);
  const keyless = rows.filter((row) => !row.missing).map(({ name }) => name);
  const doubled: string[] = [];
  for (const name of keyless) if (await hasDoubledRows(database, name)) doubled.push(name);
  const found = [
    ...(missing.length === 0 ? [] : [`${list(missing)} missing`]),
    ...(keyless.length === 0 ? [] : [`no primary key on ${list(keyless)}`]),
    ...(doubled.length === 0 ? [] : [`rows twice in ${list(doubled)}`]),
  ];
  return found.length === 0 ? null : found.join(', ');
}

async function hasDoubledRows(database: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(name)} each group by each::text having count(*) > 1 limit 1`.execute(database);
  return rows.length > 0;
}

function list(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
