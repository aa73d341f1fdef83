// What the dashboard keeps: who may sign in (`admin`), their sessions, answers to repeated requests, and the audit.
//
// The audit says who changed what, when, and from where. Triggers write it, so that a program that writes SQL is audited as
// well, and a revocation needs no further grant. They run once for each statement, on the tables that people change, and on none
// that an editor of timetables writes. What is recorded is named column by column, so that no secret and no hash of one gets
// in. For what is no row (a build, a rollback, a sign-in) there is the function record_audit.
//
// The session's user is always recorded. Whom a program acts for, it says itself in `belfry.actor`, for one transaction. As with
// any program, that is as true as the program is. Whatever is written there, it never makes a change fail.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";
const organisationId = "'^[a-z0-9_-]{1,64}$'";
const sha256 = "'^[0-9a-f]{64}$'";

/** How many admins may be unrevoked at a time, and how many rows one call of prune_audit removes. */
const [mostAdmins, mostPruned] = [1000, 10_000];

/** How many of the changed rows an entry for several of them names. */
const mostNamed = 50;

/** Bytes of the old or the new state in an entry, and of a stored answer. */
const [mostState, mostAnswer] = [65_536, 262_144];

const tables = (schema: string) => /* sql */ `
create table ${schema}.admin (
  id text primary key check (id ~ ${id}),
  name text not null check (octet_length(name) <= 4096),
  role text not null check (role in ('operator', 'manager', 'viewer')),
  organisation_id text references ${schema}.organisation on delete cascade, -- null: all of them
  sha256 text not null unique check (sha256 ~ ${sha256}),
  created_at timestamptz not null default now(),
  created_by text check (octet_length(created_by) <= 4096),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text check (octet_length(revoked_by) <= 4096),
  constraint admin_organisation check (case role
    when 'operator' then organisation_id is null
    when 'manager' then organisation_id is not null
    else true end)
);
create index admin_organisation_id on ${schema}.admin (organisation_id);

-- cookie: somebody is signed in. code: whoever has it may sign in, once.
create table ${schema}.admin_session (
  sha256 text primary key check (sha256 ~ ${sha256}),
  admin_id text not null references ${schema}.admin on delete cascade,
  kind text not null check (kind in ('cookie', 'code')),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null check (isfinite(expires_at))
);
create index admin_session_admin on ${schema}.admin_session (admin_id, created_at);
create index admin_session_expiry on ${schema}.admin_session (expires_at);

-- A request that is repeated with the same key gets the same answer. Without what is secret in it.
create table ${schema}.control_idempotency (
  admin_id text not null references ${schema}.admin on delete cascade,
  key text not null check (octet_length(key) between 1 and 255),
  request_sha256 text not null check (request_sha256 ~ ${sha256}),
  created_at timestamptz not null,
  status integer check (status between 200 and 599), -- null while the request is carried out
  answer jsonb check (octet_length(answer::text) <= ${mostAnswer}), -- null also where it was too long
  primary key (admin_id, key)
);
create index control_idempotency_created on ${schema}.control_idempotency (created_at);
create index control_idempotency_admin on ${schema}.control_idempotency (admin_id, created_at);

create table ${schema}.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  organisation_id text check (organisation_id ~ ${organisationId}), -- it may be deleted; null where none is concerned
  resource text not null check (resource ~ '^[a-z]{1,32}$'),
  action text not null check (action ~ '^[a-z]{1,32}$'),
  subject text check (octet_length(subject) <= 256), -- the id of what was changed; null for several
  database_user text not null,
  via text not null check (via in ('sql', 'command', 'api', 'page')),
  actor text check (octet_length(actor) <= 4096),
  admin_id text check (admin_id ~ ${id}), -- it may be deleted
  address text check (octet_length(address) <= 1024),
  old jsonb check (octet_length(old::text) <= ${mostState}),
  new jsonb check (octet_length(new::text) <= ${mostState})
);
create index audit_organisation on ${schema}.audit (organisation_id, id);
create index audit_calendar on ${schema}.audit (organisation_id, transaction_id) where resource = 'calendar';
`;

const who = (schema: string, options: string) => /* sql */ `
create function ${schema}.audit_actor(out via text, out actor text, out admin_id text, out address text)
stable language plpgsql ${options} as $$
declare given jsonb;
begin
  via := 'sql';
  if coalesce(current_setting('belfry.actor', true), '') = '' then return; end if;
  begin
    given := current_setting('belfry.actor', true)::jsonb;
  exception when others then -- anybody may write anything there
    return;
  end;
  if given ->> 'via' in ('command', 'api', 'page') then via := given ->> 'via'; end if;
  actor := left(given ->> 'by', 200);
  if given ->> 'adminId' ~ ${id} then admin_id := given ->> 'adminId'; end if;
  address := left(given ->> 'from', 200);
end $$;

-- Who creates and revokes: for somebody who signed in to a dashboard, with the name.
create function ${schema}.author() returns text stable language plpgsql ${options} as $$
declare acting record;
begin
  select * into acting from audit_actor();
  return case when acting.via in ('api', 'page') and acting.actor is not null
    then acting.actor || ' (' || session_user || ')' else session_user end;
end $$;

revoke execute on function ${schema}.audit_actor(), ${schema}.author() from public;
`;

/** As 0011 and 0019 made them, but for the author; and the same for admins. */
const authors = (schema: string, options: string) => {
  const record = (name: string, table: string, isAnother: string) => /* sql */ `
create or replace function ${schema}.${name}() returns trigger language plpgsql security definer ${options} as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := author();
    new.revoked_by := case when new.revoked_at is not null then author() end;
    return new;
  end if;
  if ${isAnother} then
    raise exception using errcode = 'restrict_violation',
      message = format('${table} %s cannot become another ${table}; create a new one and revoke this one', old.id);
  end if;
  if old.revoked_at is not null and new.revoked_at is null then
    raise exception using errcode = 'restrict_violation',
      message = format('${table} %s stays revoked, since others may know it; create a new one', old.id);
  end if;
  new.created_by := old.created_by;
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
    new.revoked_by := old.revoked_by;
  else
    new.revoked_by := case when new.revoked_at is not null then author() end;
  end if;
  return new;
end $$;
revoke execute on function ${schema}.${name}() from public;`;
  return /* sql */ `
${record('record_key_authors', 'key', 'new.id <> old.id or new.sha256 <> old.sha256')}
${record(
  'record_link_authors',
  'link',
  `(new.id, new.organisation_id, new.kind, new.entity_id, new.sha256)
    <> (old.id, old.organisation_id, old.kind, old.entity_id, old.sha256)`,
)}
${record(
  'record_admin_authors',
  'admin',
  `(new.id, new.role, new.organisation_id, new.sha256)
    is distinct from (old.id, old.role, old.organisation_id, old.sha256)`,
)}
create trigger record_admin_authors before insert or update on ${schema}.admin
  for each row execute function ${schema}.record_admin_authors();

create function ${schema}.bound_admins() returns trigger language plpgsql security definer ${options} as $$
begin
  if ${mostAdmins} < (select count(*) from (select from admin where revoked_at is null limit ${mostAdmins} + 1) unrevoked) then
    raise exception using errcode = 'program_limit_exceeded',
      message = 'there are ${mostAdmins} admins that are not revoked, which is the most; revoke who no longer signs in';
  end if;
  return null;
end $$;
create trigger bound_admins after insert on ${schema}.admin
  for each statement execute function ${schema}.bound_admins();
revoke execute on function ${schema}.bound_admins() from public;
`;
};

const written =
  'insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)';
const acting = 'session_user, acting.via, acting.actor, acting.admin_id, acting.address';
const from = 'from audit_actor() acting cross join lateral';

/** An audited table: its resource, its primary key, and what of a row is recorded. */
type Audited = { table: string; resource: string; key: string; owner: string; state: string; revocable: boolean };

const moment = (column: string) => `audit_moment(${column})`;
const text = (column: string) => `left(${column}, 1000)`;

const audited: readonly Audited[] = [
  {
    ...{ table: 'organisation', resource: 'organisation', key: 'id', owner: 'id', revocable: false },
    state: `'name', ${text('name')}, 'access', access || coalesce(':' || locked_because, ''), 'api', api_enabled`,
  },
  {
    ...{ table: 'api_key', resource: 'key', key: 'id', owner: 'organisation_id', revocable: true },
    state: `'name', ${text('name')}, 'expiresAt', ${moment('expires_at')}, 'revokedAt', ${moment('revoked_at')}`,
  },
  {
    ...{ table: 'admin', resource: 'admin', key: 'id', owner: 'organisation_id', revocable: true },
    state: `'name', ${text('name')}, 'role', role, 'organisationId', organisation_id, 'expiresAt', ${moment('expires_at')},
      'revokedAt', ${moment('revoked_at')}`,
  },
  {
    ...{ table: 'calendar', resource: 'calendar', key: 'organisation_id', owner: 'organisation_id', revocable: false },
    state: `'timeZone', time_zone, 'schoolDays', school_days, 'counting', counting, 'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)`,
  },
];

const link: Audited = {
  ...{ table: 'link', resource: 'link', key: 'id', owner: 'organisation_id', revocable: true },
  state: `'kind', kind, 'entityId', entity_id, 'name', ${text('name')}, 'expiresAt', ${moment('expires_at')},
      'revokedAt', ${moment('revoked_at')}`,
};

/** Who is the owner, the id, whether it is revoked, and the state, of each row of a transition table. */
const described = ({ key, owner, state, revocable }: Audited, rows: string) => /* sql */ `
      select ${owner} as owner, ${key} as key, ${revocable ? 'revoked_at is not null' : 'false'} as is_revoked,
        jsonb_build_object(${state}) as state from ${rows}`;

/** The rows that differ, as owner, key, action, old and new: of a change what differs, otherwise the whole state. */
const changes = (table: Audited) => /* sql */ `
    select after.owner, after.key, case when after.is_revoked and not before.is_revoked then 'revoked' else 'changed' end as action,
      audit_difference(before.state, after.state) as was, audit_difference(after.state, before.state) as became
    from (${described(table, 'deleted')}) before join (${described(table, 'inserted')}) after using (key)
    where before.state <> after.state`;
const additions = (table: Audited) =>
  `select owner, key, 'created' as action, null::jsonb as was, state as became from (${described(table, 'inserted')}) row`;
const removals = (table: Audited) =>
  `select owner, key, 'deleted' as action, state as was, null::jsonb as became from (${described(table, 'deleted')}) row`;

const byRow = (resource: string, rows: string) => /* sql */ `
    ${written}
    select change.owner, '${resource}', change.action, change.key, change.was, change.became, ${acting}
    ${from} (${rows}) change;`;

/** One entry for each organisation, which names the first ids. */
const byStatement = (resource: string, rows: string) => /* sql */ `
    ${written}
    select change.owner, '${resource}', change.action, change.key, change.was, change.became, ${acting}
    ${from} (
      select owner, action, case count(*) when 1 then min(key) end as key,
        case count(*) when 1 then jsonb_agg(was) -> 0 end as was,
        case count(*) when 1 then jsonb_agg(became) -> 0 else
          jsonb_build_object('count', count(*), 'ids', to_jsonb((array_agg(key order by key))[1:${mostNamed}])) end as became
      from (${rows}) row group by owner, action) change;`;

/** Triggers of a table for each kind of statement. */
const triggers = (schema: string, table: string, call: string) => /* sql */ `
create trigger audit_insert after insert on ${schema}.${table} referencing new table as inserted
  for each statement execute function ${schema}.${call}();
create trigger audit_delete after delete on ${schema}.${table} referencing old table as deleted
  for each statement execute function ${schema}.${call}();
create trigger audit_update after update on ${schema}.${table} referencing old table as deleted new table as inserted
  for each statement execute function ${schema}.${call}();
create trigger audit_truncate before truncate on ${schema}.${table}
  for each statement execute function ${schema}.audit_truncated();
revoke execute on function ${schema}.${call}() from public;`;

const auditTable = (
  schema: string,
  options: string,
  table: Audited,
  write: (resource: string, rows: string) => string,
) => /* sql */ `
create function ${schema}.audit_${table.table}() returns trigger language plpgsql security definer ${options} as $$
begin
  if tg_op = 'INSERT' then ${write(table.resource, additions(table))}
  elsif tg_op = 'DELETE' then ${write(table.resource, removals(table))}
  else ${write(table.resource, changes(table))}
  end if;
  return null;
end $$;
${triggers(schema, table.table, `audit_${table.table}`)}`;

const calendarParts = ['calendar_term', 'calendar_closure', 'calendar_anchor', 'calendar_exception'];

const audit = (schema: string, options: string) => /* sql */ `
create function ${schema}.audit_moment(moment timestamptz) returns text immutable language sql ${options} as $$
  select case when isfinite(moment) then to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else moment::text end $$;

create function ${schema}.audit_difference(state jsonb, other jsonb) returns jsonb immutable language sql ${options} as $$
  select jsonb_object_agg(key, value) from jsonb_each(state) where value is distinct from other -> key $$;

create function ${schema}.audit_truncated() returns trigger language plpgsql security definer ${options} as $$
declare rows bigint;
begin
  execute format('select count(*) from %I.%I', tg_table_schema, tg_table_name) into rows;
  ${written}
  select null, case tg_table_name when 'api_key' then 'key' else split_part(tg_table_name, '_', 1) end, 'deleted', null,
    jsonb_build_object('table', tg_table_name, 'count', rows), null, ${acting}
  from audit_actor() acting where rows > 0;
  return null;
end $$;
revoke execute on function ${schema}.audit_moment(timestamptz), ${schema}.audit_difference(jsonb, jsonb),
  ${schema}.audit_truncated() from public;
${audited.map((table) => auditTable(schema, options, table, byRow)).join('\n')}
${auditTable(schema, options, link, byStatement)}

-- Of the parts of a calendar, the first change in a transaction: an import replaces all of them.
create function ${schema}.audit_calendar_part() returns trigger language plpgsql security definer ${options} as $$
begin
  if tg_op = 'INSERT' then ${auditPart('inserted')}
  elsif tg_op = 'DELETE' then ${auditPart('deleted')}
  else ${auditPart('((table deleted except table inserted) union all (table inserted except table deleted))')}
  end if;
  return null;
end $$;
${calendarParts.map((table) => triggers(schema, table, 'audit_calendar_part')).join('\n')}
`;

const auditPart = (rows: string) => /* sql */ `
    ${written}
    select change.owner, 'calendar', 'changed', change.owner, null,
      jsonb_build_object('changed', tg_table_name, 'count', change.rows), ${acting}
    ${from} (
      select organisation_id as owner, count(*) as rows from ${rows} row
      where not exists (select from audit where audit.organisation_id = row.organisation_id
        and audit.transaction_id = pg_current_xact_id() and audit.resource = 'calendar')
      group by organisation_id) change;`;

/** A state that fits, or how large it is. */
const bounded = (state: string) => /* sql */ `
    case when ${state} is null or octet_length(${state}::text) <= ${mostState} then ${state}
      else jsonb_build_object('leftOut', octet_length(${state}::text)) end`;

const callable = (schema: string, options: string) => /* sql */ `
-- For what is no row. Whoever may call it can add entries in the name of the session's user, and change none.
create function ${schema}.record_audit(organisation text, resource text, action text, subject text, old jsonb, new jsonb)
returns bigint language plpgsql security definer ${options} as $$
#variable_conflict use_variable
declare entry bigint;
begin
  ${written}
  select organisation, resource, action, subject, ${bounded('old')}, ${bounded('new')}, ${acting} from audit_actor() acting
  returning audit.id into entry;
  return entry;
end $$;

-- Removes what is older than a year, some at a time. Returns how many.
create function ${schema}.prune_audit() returns integer language plpgsql security definer ${options} as $$
declare pruned integer;
begin
  delete from audit where id in (
    select id from (select id, at from audit order by id limit ${mostPruned}) oldest where at < now() - interval '1 year');
  get diagnostics pruned = row_count;
  return pruned;
end $$;

revoke execute on function ${schema}.record_audit(text, text, text, text, jsonb, jsonb), ${schema}.prune_audit() from public;
`;

/** Whoever publishes records what it builds. */
const grants = (schema: string) => /* sql */ `
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant execute on function ${schema}.record_audit(text, text, text, text, jsonb, jsonb) to %I', publisher);
  end loop;
end $$;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `set search_path = pg_catalog, ${schema}, pg_temp`;
  const statements = [
    ...[tables(schema), who(schema, options), authors(schema, options), audit(schema, options)],
    ...[callable(schema, options), grants(schema)],
  ];
  await sql.raw(statements.join('\n')).execute(database);
}
