// The privileges that each group of commands needs in the database, the same as those of the roles in
// src/database/README.md, and which groups the present role may run.

import { sql } from 'kysely';
import type { Database } from '../database/connect/open-database.ts';
import { calendarTables, dayTables, timetableTables } from '../database/views/check-mapping.ts';
import type { Service } from './checks-of-service.ts';
import { type Diagnosis, fine, limited, wrong } from './diagnosis.ts';

type Privilege = 'select' | 'insert' | 'update' | 'delete';
type Needs = readonly (readonly [Privilege, readonly string[]])[];

/** Every command that publishes checks the release and the store binding, and takes from the queue under a lease. */
const publishing: Needs = [
  ['select', ['organisation', 'api_key', 'link', 'link_ended', 'kysely_migration', 'store_binding']],
  ['select', ['pending_change', 'changed_version', 'publish_lease', 'held_removal']],
  ['insert', ['pending_change', 'publish_lease', 'held_removal']],
  ['update', ['publish_lease']],
  ['delete', ['pending_change', 'changed_version']],
];

const all = ['select', 'insert', 'update', 'delete'] as const;

/** What publishes timetables also records what readers get of them, and asks whether something is derived from them. */
const recording: Needs = [...all.map((privilege) => [privilege, ['publication']] as const), ['select', ['calendar']]];

const needsOf: Record<string, Needs> = {
  'watch, build, bind, status, rollback and forget': [
    ...publishing,
    ...recording,
    ['select', [...timetableTables, ...calendarTables, ...dayTables]],
    ['insert', ['store_binding']],
    ['update', ['store_binding']],
    ['delete', ['publish_lease', 'held_removal']],
    ['select', ['webhook', 'webhook_secret']],
    ...all.map((privilege) => [privilege, ['webhook_event', 'webhook_delivery', 'webhook_state']] as const),
  ],
  'import, export, calendar and days': [
    ...publishing,
    ...recording,
    ['select', timetableTables],
    ['insert', [...timetableTables, 'organisation']],
    ['update', ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group', 'timetable']],
    ['delete', ['room_group_member', 'timetable_version']],
    ...all.map((privilege) => [privilege, [...calendarTables, ...dayTables]] as const),
  ],
  keys: [...publishing, ['insert', ['api_key']], ['update', ['api_key']]],
  links: [
    ...publishing,
    ['select', ['class', 'teacher', 'room', 'student', 'timetable', 'timetable_version']],
    ['select', ['version_class', 'version_teacher', 'version_room', 'version_student']],
    ['insert', ['link']],
    ['update', ['link']],
  ],
  organisations: [
    ...publishing,
    ...recording,
    ['select', ['timetable', 'timetable_version']],
    ['insert', ['organisation']],
    ['update', ['organisation']],
    ['delete', ['organisation', 'publish_lease', 'held_removal']],
  ],
  dashboard: [
    ...publishing,
    ...recording,
    [
      'select',
      [...timetableTables, ...calendarTables, ...dayTables, 'admin', 'admin_session', 'control_idempotency', 'audit'],
    ],
    ['insert', [...timetableTables, 'organisation', 'api_key', 'link', 'admin_session', 'control_idempotency']],
    ['update', ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group', 'timetable']],
    ['update', ['timetable_version', 'organisation', 'api_key', 'link', 'control_idempotency']],
    ['delete', ['room_group_member', 'timetable_version', 'organisation', 'publish_lease', 'held_removal']],
    ['delete', ['admin_session', 'control_idempotency']],
    ['select', ['webhook', 'webhook_event', 'webhook_delivery', 'webhook_state']],
    ['insert', ['webhook', 'webhook_secret', 'webhook_event']],
    ['update', ['webhook', 'webhook_secret']],
    ['delete', ['webhook', 'webhook_secret']],
    ...all.map((privilege) => [privilege, [...calendarTables, ...dayTables]] as const),
  ],
  'admins and audit': [
    ['select', ['organisation', 'kysely_migration', 'admin', 'audit']],
    ['insert', ['admin']],
    ['update', ['admin']],
  ],
};

const commandsOf: Partial<Record<Service, string>> = {
  watch: 'watch, build, bind, status, rollback and forget',
  dashboard: 'dashboard',
};

/**
 * A role may be intended for one group of commands only, so the grants are wrong only if it can run none.
 * @param service whose commands the role is intended for
 */
export async function checkGrants(database: Database, service?: Service): Promise<Diagnosis> {
  const check = 'grants';
  const role = await readRole(database);
  const intended = service && commandsOf[service];
  if (intended !== undefined) {
    const missing = await findMissing(database, needsOf[intended] ?? [], role);
    if (missing.length === 0) return fine(check, `the role ${role} may run ${intended}`);
    const found = `for ${intended} the role ${role} lacks ${missing.length} grants`;
    return wrong(check, found, asOwner(missing.join('; ')));
  }
  const groups: { commands: string; missing: string[] }[] = [];
  for (const [commands, needs] of Object.entries(needsOf))
    groups.push({ commands, missing: await findMissing(database, needs, role) });
  const complete = groups.filter(({ missing }) => missing.length === 0).map(({ commands }) => commands);
  const [nearest] = groups.toSorted((one, other) => one.missing.length - other.missing.length);
  const grants = nearest?.missing.join('; ') ?? '';
  if (complete.length === groups.length) return fine(check, `the role ${role} may run every command`);
  if (complete.length > 0) return fine(check, `the role ${role} may run ${complete.join('; ')}`);
  const next = asOwner(grants);
  const canRead = await findMissing(database, [['select', ['organisation', 'kysely_migration']]], role);
  const found = `the role ${role} cannot run any command; for ${nearest?.commands} it lacks ${nearest?.missing.length} grants`;
  return canRead.length === 0 ? limited(check, found, next) : wrong(check, found, next);
}

const asOwner = (grants: string) =>
  `As the owner of the tables: ${grants} (src/database/README.md describes all roles)`;

async function readRole(database: Database): Promise<string> {
  const { rows } = await sql<{ role: string }>`select quote_ident(current_user) as role`.execute(database);
  return rows[0]?.role ?? '';
}

/** The missing privileges as GRANTs. A right to update some columns counts: the guide grants no more. */
async function findMissing(database: Database, needs: Needs, role: string): Promise<string[]> {
  const [privileges, tables] = [
    needs.flatMap(([privilege, names]) => names.map(() => privilege)),
    needs.flatMap(([, names]) => [...names]),
  ];
  const { rows } = await sql<{ privilege: string; tables: string[] }>`
    select privilege, array_agg(distinct name order by name) as tables
    from unnest(${privileges}::text[], ${tables}::text[]) need(privilege, name)
    where coalesce(case privilege
      when 'update' then has_any_column_privilege(to_regclass(quote_ident(name)), privilege)
      else has_table_privilege(to_regclass(quote_ident(name)), privilege) end, false) is false
    group by privilege order by privilege`.execute(database);
  return rows.map(({ privilege, tables }) => `grant ${privilege} on ${tables.join(', ')} to ${role}`);
}
