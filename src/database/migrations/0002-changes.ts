// Change capture: in the transaction that changes something, a row in pending_change says what has to be published
// again, as finely as is right. Triggers are statement-level, so that a bulk edit is one row for each version it
// touches. Rows are only ever added here, never updated: two editors who change one organisation at the same time
// must neither wait for each other nor deadlock on a shared counter.

import { type Kysely, sql } from 'kysely';

/** Tables whose rows belong to one version. */
const versionTables = [
  'version_teacher',
  'version_subject',
  'version_class',
  'version_room',
  'version_student',
  'version_course',
  'version_room_group',
  'bell_schedule',
  'bell_day',
  'day_configuration',
  'period',
  'break',
  'lesson',
  'lesson_group',
  'lesson_configuration',
  'lesson_unit',
  'section',
];

/** Tables of the organisation's entities; `version_<table>` says which versions use one. */
const entityTables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'];

const tables = /* sql */ `
create table pending_change (
  seq bigint generated always as identity primary key,
  organisation_id text not null,
  -- access: the access record; key: the record of the key with the SHA-256 in subject, or of all keys;
  -- version: the version in subject and the list; list: the list alone; organisation: all versions and the list.
  what text not null check (what in ('access', 'key', 'version', 'list', 'organisation')),
  subject text check (what = 'key' or (what = 'version') = (subject is not null)),
  changed_at timestamptz not null default clock_timestamp()
);
create index on pending_change (organisation_id, seq);

-- Who publishes an organisation holds its row FOR UPDATE; failures are counted here for the next attempt. What the last
-- one withheld, and a rollback, are remembered for the next build.
create table publish_claim (
  organisation_id text not null,
  kind text not null check (kind in ('access', 'documents')),
  failures integer not null default 0,
  last_error text,
  retry_at timestamptz,
  withheld integer not null default 0,
  rolled_back boolean not null default false,
  primary key (organisation_id, kind)
);

-- The triggers look up which versions use an entity.
create index on version_teacher (entity_id);
create index on version_subject (entity_id);
create index on version_class (entity_id);
create index on version_room (entity_id);
create index on version_student (entity_id);
create index on version_course (entity_id);
create index on version_room_group (entity_id);
create index on room_group_member (organisation_id, room_id);
`;

// Each function sees the rows that a statement changed as `changed`: inserted, deleted, or both sides of an update
// where they differ. They run with the rights of their owner, so that an editor needs none on pending_change.
const functions = /* sql */ `
create function mark_changed(organisation text, version text default null) returns void
language sql security definer set search_path from current as $$
  insert into pending_change (organisation_id, what, subject)
  values (organisation, case when version is null then 'organisation' else 'version' end, version);
  select pg_notify('belfry_change', organisation);
$$;

create function mark_access_changed(organisation text) returns void
language sql security definer set search_path from current as $$
  insert into pending_change (organisation_id, what) values (organisation, 'access'), (organisation, 'key');
  select pg_notify('belfry_change', organisation);
$$;

-- A truncated table does not say whose rows it had. This runs before it is emptied, since afterwards there may be no
-- organisation left to mark, nor a key to name.
create function mark_truncated() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  perform mark_changed(id) from organisation;
  if tg_table_name in ('organisation', 'api_key') then
    insert into pending_change (organisation_id, what) select id, 'access' from organisation;
    insert into pending_change (organisation_id, what, subject) select organisation_id, 'key', sha256 from api_key;
  end if;
  return null;
end $$;

create function mark_pending(marks pending_change[]) returns void
language sql set search_path from current as $$
  insert into pending_change (organisation_id, what, subject)
  select distinct organisation_id, what, subject from unnest(marks) where organisation_id is not null;
  select pg_notify('belfry_change', organisation_id)
  from (select distinct organisation_id from unnest(marks) where organisation_id is not null) organisations;
$$;
`;

/** The body of a trigger function: which marks the changed rows of its table make. */
const marks: Record<string, string> = {
  mark_version_content: /* sql */ `
    select timetable.organisation_id, 'version', version.id
    from timetable_version version join timetable on timetable.id = version.timetable_id
    where version.id in (select version_id from changed)`,
  mark_version: /* sql */ `
    select timetable.organisation_id, 'version', changed.id
    from changed join timetable on timetable.id = changed.timetable_id`,
  mark_timetable: /* sql */ `
    select changed.organisation_id, 'version', version.id
    from changed join timetable_version version on version.timetable_id = changed.id
    union select organisation_id, 'list', null from changed`,
  mark_organisation: /* sql */ `
    select id, 'access', null from changed
    union select id, 'list', null from changed`,
  mark_key: /* sql */ `
    select organisation_id, 'key', sha256 from changed`,
  mark_room_group_member: /* sql */ `
    select changed.organisation_id, 'version', version.id
    from changed
    join version_room_group used on used.entity_id = changed.room_group_id
    join timetable_version version on version.id = used.version_id and version.status = 'draft'
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id`,
  ...Object.fromEntries(
    entityTables.map((table) => [
      `mark_${table}`,
      /* sql */ `
    select changed.organisation_id, 'version', version.id
    from changed
    join version_${table} used on used.entity_id = changed.id
    join timetable_version version on version.id = used.version_id
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id
    ${table === 'room_group' ? "where version.status = 'draft'" : ''}
    ${table === 'room' ? roomsOfLiveGroups() : ''}`,
    ]),
  ),
};

/** A draft also shows rooms that it has only through a live group. */
function roomsOfLiveGroups(): string {
  return /* sql */ `union
    select changed.organisation_id, 'version', version.id
    from changed
    join room_group_member member
      on member.organisation_id = changed.organisation_id and member.room_id = changed.id
    join version_room_group used on used.entity_id = member.room_group_id
    join timetable_version version on version.id = used.version_id and version.status = 'draft'
    join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id`;
}

function triggerFunction(name: string, select: string): string {
  const collect = (changed: string) => /* sql */ `
    with changed as (${changed})
    select array_agg(row(null, found.organisation_id, found.what, found.subject, null)::pending_change) into found_marks
    from (${select}) found(organisation_id, what, subject);`;
  return /* sql */ `
create function ${name}() returns trigger
language plpgsql security definer set search_path from current as $$
declare found_marks pending_change[];
begin
  if tg_op = 'INSERT' then ${collect('table inserted')}
  elsif tg_op = 'DELETE' then ${collect('table deleted')}
  else ${collect('(table deleted except table inserted) union all (table inserted except table deleted)')}
  end if;
  if found_marks is not null then perform mark_pending(found_marks); end if;
  return null;
end $$;`;
}

function triggers(table: string, functionName: string): string {
  const create = (event: string, transition: string) =>
    `create trigger mark_${event} after ${event} on "${table}" referencing ${transition} for each statement execute function ${functionName}();`;
  return [
    create('insert', 'new table as inserted'),
    create('delete', 'old table as deleted'),
    create('update', 'old table as deleted new table as inserted'),
    `create trigger mark_truncate before truncate on "${table}" for each statement execute function mark_truncated();`,
  ].join('\n');
}

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    tables,
    functions,
    ...Object.entries(marks).map(([name, select]) => triggerFunction(name, select)),
    ...versionTables.map((table) => triggers(table, 'mark_version_content')),
    ...entityTables.map((table) => triggers(table, `mark_${table}`)),
    triggers('timetable_version', 'mark_version'),
    triggers('timetable', 'mark_timetable'),
    triggers('organisation', 'mark_organisation'),
    triggers('api_key', 'mark_key'),
    triggers('room_group_member', 'mark_room_group_member'),
    // What is in the database already has never been marked.
    `insert into pending_change (organisation_id, what, subject)
      select id, 'organisation', null from organisation
      union all select id, 'access', null from organisation
      union all select organisation_id, 'key', sha256 from api_key;`,
  ];
  await sql.raw(statements.join('\n')).execute(database);
}
