// What a change costs the editor who makes it. A transaction leaves one mark for each version it touches, however many
// statements it has, and no NOTIFY: PostgreSQL holds one lock of the whole server from there to the end of the commit
// (PreCommit_Notify in src/backend/commands/async.c), so that editors who have nothing in common would commit one after
// the other. Watchers look at the queue instead. Changes of access, which are rare and must count at once, do notify.
//
// A mark belongs to its transaction, so two editors never wait for each other's. The transaction's id alone would not
// do: a restored dump keeps the ids of another server, and a new transaction may get the same one.
//
// Nobody may call a function that was not granted by name. They run with their owner's rights, and look for names in
// pg_catalog and in Belfry's schema before the session's temporary tables, which PostgreSQL would otherwise search first
// (https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY).

import { type Kysely, sql } from 'kysely';

const organisationId = "'^[a-z0-9_-]{1,64}$'";
const versionId = "'^[A-Za-z0-9_-]{1,64}$'";

/** Entities of an organisation; `version_<table>` says which versions use one. */
const entityTables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'];

/** Up to so many rows, an update that changed nothing is told from one that did; above, looking again is cheaper. */
const comparedRows = 1000;

const table = (schema: string) => /* sql */ `
alter table ${schema}.pending_change
  add column transaction_id xid8,
  add column transaction_began timestamptz; -- both null in marks from before, which may stand twice
alter table ${schema}.pending_change
  alter column transaction_id set default pg_current_xact_id(),
  alter column transaction_began set default transaction_timestamp();
create unique index pending_change_once on ${schema}.pending_change
  (coalesce(subject, ''), organisation_id, what, transaction_id, transaction_began);
`;

const refuse = (functionName: string, parameter: string, form: string, what: string) => /* sql */ `
  if ${parameter} !~ ${form} then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('${functionName}: %L is not the id of ${what}', left(${parameter}, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;`;

const refuseNoOrganisation = (functionName: string) => /* sql */ `
  if organisation is null then
    raise exception using errcode = 'null_value_not_allowed', message = '${functionName}: name an organisation';
  end if;
  ${refuse(functionName, 'organisation', organisationId, 'an organisation')}`;

/** Marks what `select` finds: organisation, what, subject. */
const mark = (select: string) => /* sql */ `
  insert into pending_change (organisation_id, what, subject)
  select distinct * from (${select}) found(organisation_id, what, subject) where organisation_id is not null
  on conflict do nothing;`;

const called = ['mark_changed(text, text)', 'mark_access_changed(text)', 'mark_truncated()', 'mark_version_content()'];

/** The functions that a person or a program calls. What was deleted is removed by a mark too, so nothing need exist. */
const calledFunctions = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.mark_changed(organisation text, version text default null) returns void
language plpgsql ${options} as $$
begin
  ${refuseNoOrganisation('mark_changed')}
  ${refuse('mark_changed', 'version', versionId, 'a timetable version')}
  ${mark(`select organisation, case when version is null then 'organisation' else 'version' end, version`)}
end $$;

create or replace function ${schema}.mark_access_changed(organisation text) returns void
language plpgsql ${options} as $$
begin
  ${refuseNoOrganisation('mark_access_changed')}
  ${mark(`values (organisation, 'access', null), (organisation, 'key', null)`)}
  perform pg_notify('belfry_change', organisation);
end $$;

-- A truncated table does not say whose rows it had. This runs before it is emptied, since afterwards there may be no
-- organisation left to mark, nor a key to name.
create or replace function ${schema}.mark_truncated() returns trigger
language plpgsql ${options} as $$
begin
  ${mark(`select id, 'organisation', null from organisation`)}
  if tg_table_name in ('organisation', 'api_key') then
    ${mark(`select id, 'access', null from organisation union all select organisation_id, 'key', sha256 from api_key`)}
    perform pg_notify('belfry_change', id) from organisation;
  end if;
  return null;
end $$;
`;

/** The rows that a statement changed: inserted, deleted, or both sides of an update where they differ. */
const differing = '(table deleted except table inserted) union all (table inserted except table deleted)';

/**
 * Most statements change what is marked already, so that is looked at first: an editor who saves row by row pays for one
 * look in an index each time. The others are compared with what was there before, where that is cheap.
 */
const contentFunction = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.mark_version_content() returns trigger
language plpgsql ${options} as $$
declare versions text[];
begin
  if tg_op = 'INSERT' then versions := array(select distinct version_id from inserted);
  elsif tg_op = 'DELETE' then versions := array(select distinct version_id from deleted);
  else versions := array(select version_id from deleted union select version_id from inserted);
  end if;
  versions := array(
    select id from unnest(versions) id where not exists (
      select from pending_change
      where coalesce(subject, '') = id and what = 'version'
        and transaction_id = pg_current_xact_id() and transaction_began = transaction_timestamp()));
  if versions = '{}' then return null; end if;
  if tg_op = 'UPDATE' then
    if not exists (select from inserted offset ${comparedRows}) then
      versions := array(select distinct version_id from (${differing}) changed where version_id = any(versions));
    end if;
  end if;
  ${mark(`select timetable.organisation_id, 'version', version.id
    from timetable_version version join timetable on timetable.id = version.timetable_id
    where version.id = any(versions)`)}
  return null;
end $$;`;

/** A draft also shows rooms that it has only through a live group. */
const roomsOfLiveGroups = /* sql */ `union
    select changed.organisation_id, 'version', version.id
    from changed
    join room_group_member member
      on member.organisation_id = changed.organisation_id and member.room_id = changed.id
    join version_room_group used on used.entity_id = member.room_group_id
    join timetable_version version on version.id = used.version_id and version.status = 'draft'
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id`;

/** What the changed rows of the other tables mark, and whether whoever reads must learn of it at once. */
const marks: Record<string, { select: string; notify?: boolean }> = {
  mark_version: {
    select: /* sql */ `
    select timetable.organisation_id, 'version', changed.id
    from changed join timetable on timetable.id = changed.timetable_id`,
  },
  mark_timetable: {
    select: /* sql */ `
    select changed.organisation_id, 'version', version.id
    from changed join timetable_version version on version.timetable_id = changed.id
    union select organisation_id, 'list', null from changed`,
  },
  mark_organisation: {
    select: /* sql */ `
    select id, 'access', null from changed
    union select id, 'list', null from changed`,
    notify: true,
  },
  mark_key: { select: /* sql */ `select organisation_id, 'key', sha256 from changed`, notify: true },
  mark_room_group_member: {
    select: /* sql */ `
    select changed.organisation_id, 'version', version.id
    from changed
    join version_room_group used on used.entity_id = changed.room_group_id
    join timetable_version version on version.id = used.version_id and version.status = 'draft'
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id`,
  },
  ...Object.fromEntries(
    entityTables.map((entity) => [
      `mark_${entity}`,
      {
        select: /* sql */ `
    select changed.organisation_id, 'version', version.id
    from changed
    join version_${entity} used on used.entity_id = changed.id
    join timetable_version version on version.id = used.version_id
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id
    ${entity === 'room_group' ? "where version.status = 'draft'" : ''}
    ${entity === 'room' ? roomsOfLiveGroups : ''}`,
      },
    ]),
  ),
};

function triggerFunction(schema: string, options: string, name: string): string {
  const { select, notify = false } = marks[name] ?? { select: '' };
  const organisation = name === 'mark_organisation' ? 'id' : 'organisation_id';
  const markChanged = (changed: string) => /* sql */ `
    ${mark(`with changed as (${changed}) ${select}`)}
    ${notify ? `perform pg_notify('belfry_change', ${organisation}) from (${changed}) changed;` : ''}`;
  return /* sql */ `
create or replace function ${schema}.${name}() returns trigger
language plpgsql ${options} as $$
begin
  if tg_op = 'INSERT' then ${markChanged('table inserted')}
  elsif tg_op = 'DELETE' then ${markChanged('table deleted')}
  else ${markChanged(differing)}
  end if;
  return null;
end $$;`;
}

export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `security definer set search_path = pg_catalog, ${schema}, pg_temp`;
  const statements = [
    table(schema),
    calledFunctions(schema, options),
    contentFunction(schema, options),
    ...Object.keys(marks).map((name) => triggerFunction(schema, options, name)),
    `drop function ${schema}.mark_pending(${schema}.pending_change[]);`,
    ...[...called, ...Object.keys(marks).map((name) => `${name}()`)].map(
      (signature) => `revoke execute on function ${schema}.${signature} from public;`,
    ),
  ];
  await sql.raw(statements.join('\n')).execute(database);
}
