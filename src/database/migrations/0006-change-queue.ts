// Makes change capture cheap for editors. A transaction adds one entry for each version that it touches, however many
// statements it has. It does not NOTIFY, because PostgreSQL then holds a server-wide lock until the end of the commit
// (PreCommit_Notify in src/backend/commands/async.c), which would serialise all editors. Watchers poll instead. Access
// changes are rare and urgent, so they do notify.
//
// Rows of a version are what editors change again and again. Their trigger only adds the version's id to changed_version, a
// narrow table without checks. Publishers delete from it, and a trigger then adds what was deleted to the change queue, with
// its organisation. So the editor does not pay for what can be done later.
//
// An entry belongs to its transaction, so editors never wait for each other's entries. The transaction id alone is not
// enough: a restored dump keeps the ids of another server, and a new transaction may get the same one.
//
// The functions keep the names that 0002 released, mark_..., since databases call them. EXECUTE is granted by name only.
// They run with their owner's rights, and search pg_catalog and Belfry's schema before the session's temporary tables, which
// PostgreSQL would otherwise search first
// (https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY).

import { type Kysely, sql } from 'kysely';

const organisationId = "'^[a-z0-9_-]{1,64}$'";
const versionId = "'^[A-Za-z0-9_-]{1,64}$'";

/** Entity tables of an organisation; `version_<table>` lists the versions that use an entity. */
const entityTables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'];

const table = (schema: string) => /* sql */ `
alter table ${schema}.pending_change
  add column transaction_id xid8,
  add column transaction_began timestamptz; -- both null in earlier entries, which may be duplicates
alter table ${schema}.pending_change
  alter column transaction_id set default pg_current_xact_id(),
  alter column transaction_began set default transaction_timestamp();
create unique index pending_change_once on ${schema}.pending_change
  (transaction_id, coalesce(subject, ''), organisation_id, what, transaction_began);

-- Versions whose rows have changed. The key is also the test whether a transaction has entered one before.
create table ${schema}.changed_version (
  transaction_id xid8 default pg_current_xact_id(),
  version_id text,
  transaction_began timestamptz default transaction_timestamp(),
  primary key (transaction_id, version_id, transaction_began)
);

-- Whoever publishes takes from it.
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant select, delete on ${schema}.changed_version to %I', publisher);
  end loop;
end $$;
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

/** Enqueues the rows of `select`: organisation, what, subject. */
const enqueue = (select: string) => /* sql */ `
  insert into pending_change (organisation_id, what, subject)
  select distinct * from (${select}) found(organisation_id, what, subject) where organisation_id is not null
  on conflict do nothing;`;

const calledSignatures = [
  'mark_changed(text, text)',
  'mark_access_changed(text)',
  'mark_truncated()',
  'mark_version_content()',
  'enqueue_changed_versions()',
];

/** The functions that people and programs call. The ids need not exist, since an entry also removes what was deleted. */
const calledFunctions = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.mark_changed(organisation text, version text default null) returns void
language plpgsql ${options} as $$
begin
  ${refuseNoOrganisation('mark_changed')}
  ${refuse('mark_changed', 'version', versionId, 'a timetable version')}
  ${enqueue(`select organisation, case when version is null then 'organisation' else 'version' end, version`)}
end $$;

create or replace function ${schema}.mark_access_changed(organisation text) returns void
language plpgsql ${options} as $$
begin
  ${refuseNoOrganisation('mark_access_changed')}
  ${enqueue(`values (organisation, 'access', null), (organisation, 'key', null)`)}
  perform pg_notify('belfry_change', organisation);
end $$;

-- TRUNCATE does not report rows, so everything is enqueued. This runs before it, since afterwards there may be no
-- organisation and no key left to enqueue.
create or replace function ${schema}.mark_truncated() returns trigger
language plpgsql ${options} as $$
begin
  ${enqueue(`select id, 'organisation', null from organisation`)}
  if tg_table_name in ('organisation', 'api_key') then
    ${enqueue(`select id, 'access', null from organisation union all select organisation_id, 'key', sha256 from api_key`)}
    perform pg_notify('belfry_change', id) from organisation;
  end if;
  return null;
end $$;
`;

/** The rows that an update changed, old and new. */
const differing = '(table deleted except table inserted) union all (table inserted except table deleted)';

/**
 * Enters the versions whose rows a statement changed. It runs for each change that an editor makes, so it is one statement,
 * and it does not compare old and new rows: if nothing differs, the build finds nothing to publish.
 */
const contentFunction = (schema: string, options: string) => {
  const enter = (versions: string) => `insert into changed_version (version_id) ${versions} on conflict do nothing;`;
  return /* sql */ `
create or replace function ${schema}.mark_version_content() returns trigger
language plpgsql ${options} as $$
begin
  if tg_op = 'INSERT' then ${enter('select distinct version_id from inserted')}
  elsif tg_op = 'DELETE' then ${enter('select distinct version_id from deleted')}
  else ${enter('select version_id from inserted union select version_id from deleted')}
  end if;
  return null;
end $$;`;
};

/**
 * Enqueues the versions that a publisher deletes from changed_version, each with the transaction that changed it: so it is
 * not enqueued twice if that transaction has enqueued it in another way. A version that was deleted since is left out,
 * because its deletion has been enqueued.
 */
const enqueueFunction = (schema: string, options: string) => /* sql */ `
create function ${schema}.enqueue_changed_versions() returns trigger
language plpgsql ${options} as $$
begin
  insert into pending_change (organisation_id, what, subject, changed_at, transaction_id, transaction_began)
  select timetable.organisation_id, 'version', version.id, transaction_began, transaction_id, transaction_began
  from deleted
  join timetable_version version on version.id = deleted.version_id
  join timetable on timetable.id = version.timetable_id
  on conflict do nothing;
  return null;
end $$;
create trigger enqueue_changed_versions after delete on ${schema}.changed_version
  referencing old table as deleted for each statement execute function ${schema}.enqueue_changed_versions();`;

/** A draft also contains rooms that it has only through a live room group. */
const roomsOfLiveGroups = /* sql */ `union
    select changed.organisation_id, 'version', version.id
    from changed
    join room_group_member member
      on member.organisation_id = changed.organisation_id and member.room_id = changed.id
    join version_room_group used on used.entity_id = member.room_group_id
    join timetable_version version on version.id = used.version_id and version.status = 'draft'
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id`;

/** What changed rows of the other tables enqueue, and whether watchers are notified. */
const triggerFunctions: Record<string, { select: string; notify?: boolean }> = {
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
  const { select, notify = false } = triggerFunctions[name] ?? { select: '' };
  const organisation = name === 'mark_organisation' ? 'id' : 'organisation_id';
  const enqueueChanged = (changed: string) => /* sql */ `
    ${enqueue(`with changed as (${changed}) ${select}`)}
    ${notify ? `perform pg_notify('belfry_change', ${organisation}) from (${changed}) changed;` : ''}`;
  return /* sql */ `
create or replace function ${schema}.${name}() returns trigger
language plpgsql ${options} as $$
begin
  if tg_op = 'INSERT' then ${enqueueChanged('table inserted')}
  elsif tg_op = 'DELETE' then ${enqueueChanged('table deleted')}
  else ${enqueueChanged(differing)}
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
    enqueueFunction(schema, options),
    ...Object.keys(triggerFunctions).map((name) => triggerFunction(schema, options, name)),
    `drop function ${schema}.mark_pending(${schema}.pending_change[]);`,
    ...[...calledSignatures, ...Object.keys(triggerFunctions).map((name) => `${name}()`)].map(
      (signature) => `revoke execute on function ${schema}.${signature} from public;`,
    ),
  ];
  await sql.raw(statements.join('\n')).execute(database);
}
