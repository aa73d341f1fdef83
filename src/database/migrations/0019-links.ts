// Links: each shows one class, teacher, room or student to somebody without a key. They are made, revoked and captured like keys
// (0011-keys.ts), but each has a record of its own in the published output, since a school has thousands. So an entry of the
// queue names one link; above a bound one entry stands for all links of the organisation.
//
// A link ends when the row of its entity is deleted, and works again when the row is there again, since some programs delete
// and insert all rows each night. That is kept in a table of its own: an editor's open transaction must not lock the row of a
// link, or it would hold up its revocation.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";
const organisationId = "'^[a-z0-9_-]{1,64}$'";

/** How many links of an organisation may be unrevoked at a time, and how many of its entries in the queue name a link. */
const [mostLinks, mostNamed] = [20_000, 1000];

/** What a link shows: the names of the tables of its entities are the kinds. */
const kinds = ['class', 'teacher', 'room', 'student'];

const tables = (schema: string) => /* sql */ `
create table ${schema}.link (
  id text primary key check (id ~ ${id}),
  organisation_id text not null references ${schema}.organisation on delete cascade,
  kind text not null check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})),
  entity_id text not null check (entity_id ~ ${id}),
  name text, -- what it is for; null where the entity says enough
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  created_by text,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  constraint link_texts_within_4096_bytes
    check (octet_length(name) <= 4096 and octet_length(created_by) <= 4096 and octet_length(revoked_by) <= 4096)
);
-- All links of an organisation are published in this order, some at a time.
create index link_organisation on ${schema}.link (organisation_id, sha256);
create index link_entity on ${schema}.link (organisation_id, kind, entity_id);

-- Links whose entity is gone. Without a foreign key, which would lock the link.
create table ${schema}.link_ended (
  link_id text primary key,
  ended_at timestamptz not null default now()
);
`;

const queue = (schema: string) => /* sql */ `
-- link: the record of the link with the SHA-256 in subject, or of all links, or of all after one: after:SHA-256.
alter table ${schema}.pending_change
  drop constraint pending_change_check,
  drop constraint pending_change_what_check,
  drop constraint pending_change_subject,
  add constraint pending_change_what_check
    check (what in ('access', 'key', 'link', 'version', 'list', 'organisation', 'calendar')),
  add constraint pending_change_subject check (case what
    when 'version' then subject is not null and subject ~ ${id}
    when 'key' then subject is null or subject ~ '^[0-9a-f]{64}$'
    when 'link' then subject is null or subject ~ '^(after:)?[0-9a-f]{64}$'
    else subject is null end);
drop index ${schema}.pending_change_access, ${schema}.pending_change_access_new;
create index pending_change_access on ${schema}.pending_change (organisation_id, seq)
  where what in ('access', 'key', 'link');
create index pending_change_access_new on ${schema}.pending_change (transaction_id)
  where what in ('access', 'key', 'link');
`;

const differing = '(table deleted except table inserted) union all (table inserted except table deleted)';

const capture = (schema: string, options: string) => /* sql */ `
-- Entries are for organisations that exist: the links of a deleted one are removed with it.
create function ${schema}.enqueue_links(organisations text[], hashes text[]) returns void language plpgsql ${options} as $$
begin
  with changed as (
    select organisation_id, sha256 from unnest(organisations, hashes) changed(organisation_id, sha256)
    where exists (select from organisation where organisation.id = changed.organisation_id)
  ), of_organisation as (
    select organisation_id, count(*) + (select count(*) from (
      select from pending_change waiting where waiting.organisation_id = changed.organisation_id and what = 'link'
      limit ${mostNamed}) waiting) as named
    from changed group by organisation_id
  )
  insert into pending_change (organisation_id, what, subject)
  select distinct organisation_id, 'link', case when named <= ${mostNamed} then sha256 end
  from changed join of_organisation using (organisation_id)
  on conflict do nothing;
  perform pg_notify('belfry_change', organisation_id)
  from (select distinct organisation_id from unnest(organisations) organisation_id) notified;
end $$;

create function ${schema}.mark_link() returns trigger language plpgsql ${options} as $$
declare
  organisations text[];
  hashes text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from inserted;
    -- What a new link shows is derived.
    insert into pending_change (organisation_id, what) select distinct organisation_id, 'calendar' from inserted
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from deleted;
    delete from link_ended using deleted where link_id = deleted.id;
  else
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes
    from (select distinct organisation_id, sha256 from (${differing}) changed) changed;
  end if;
  if organisations is not null then perform enqueue_links(organisations, hashes); end if;
  return null;
end $$;

create function ${schema}.mark_link_truncated() returns trigger language plpgsql ${options} as $$
begin
  insert into pending_change (organisation_id, what) select distinct organisation_id, 'link' from link
  on conflict do nothing;
  perform pg_notify('belfry_change', organisation_id) from (select distinct organisation_id from link) notified;
  delete from link_ended;
  return null;
end $$;

create function ${schema}.bound_links() returns trigger language plpgsql ${options} as $$
declare full_one text;
begin
  select organisation_id into full_one from link
  where revoked_at is null and organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > ${mostLinks} limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has ${mostLinks} links that are not revoked, which is the most; revoke what is no longer used', full_one);
  end if;
  return null;
end $$;
revoke execute on function ${schema}.enqueue_links(text[], text[]), ${schema}.mark_link(), ${schema}.mark_link_truncated(),
  ${schema}.bound_links() from public;

create trigger mark_insert after insert on ${schema}.link referencing new table as inserted
  for each statement execute function ${schema}.mark_link();
create trigger mark_delete after delete on ${schema}.link referencing old table as deleted
  for each statement execute function ${schema}.mark_link();
create trigger mark_update after update on ${schema}.link referencing old table as deleted new table as inserted
  for each statement execute function ${schema}.mark_link();
create trigger mark_truncate before truncate on ${schema}.link
  for each statement execute function ${schema}.mark_link_truncated();
create trigger bound_links_inserted after insert on ${schema}.link
  referencing new table as changed for each statement execute function ${schema}.bound_links();
create trigger bound_links_updated after update on ${schema}.link
  referencing new table as changed for each statement execute function ${schema}.bound_links();
`;

const endLinks = (entities: string) => /* sql */ `
    with gone as (
      select link.id, link.organisation_id, link.sha256 from (${entities}) entity
      join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
    ), ended as (insert into link_ended (link_id) select id from gone on conflict do nothing returning link_id)
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes
    from gone where id in (select link_id from ended);
    if organisations is not null then perform enqueue_links(organisations, hashes); end if;`;

const resumeLinks = (entities: string) => /* sql */ `
    with resumed as (
      delete from link_ended using (${entities}) entity
        join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
      where link_id = link.id returning link.organisation_id, link.sha256
    )
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from resumed;
    if organisations is not null then
      perform enqueue_links(organisations, hashes);
      insert into pending_change (organisation_id, what) select distinct organisation_id, 'calendar' from unnest(organisations) organisation_id
      on conflict do nothing;
    end if;`;

const ids = (table: string) => `select organisation_id, id from ${table}`;

/** What links show has the organisation's name in it. */
const names = (schema: string, options: string) => /* sql */ `
create function ${schema}.mark_name() returns trigger language plpgsql ${options} as $$
begin
  if exists (select from link where organisation_id = new.id and revoked_at is null) then
    insert into pending_change (organisation_id, what) values (new.id, 'calendar') on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function ${schema}.mark_name() from public;
create trigger mark_name after update of name on ${schema}.organisation
  for each row when (old.name is distinct from new.name) execute function ${schema}.mark_name();
`;

/** The triggers of the tables of entities. Most organisations have no links, and most edits delete nobody. */
const ends = (schema: string, options: string) => /* sql */ `
create function ${schema}.end_links() returns trigger language plpgsql ${options} as $$
declare
  organisations text[];
  hashes text[];
begin
  if not exists (select from link) then return null; end if;
  if tg_op = 'DELETE' then ${endLinks(ids('deleted'))}
  elsif tg_op = 'TRUNCATE' then ${endLinks('select organisation_id, entity_id as id from link where kind = tg_table_name')}
  elsif tg_op = 'UPDATE' then ${endLinks(`${ids('deleted')} except ${ids('inserted')}`)}
  end if;
  if not exists (select from link_ended) then return null; end if;
  if tg_op = 'INSERT' then ${resumeLinks(ids('inserted'))}
  elsif tg_op = 'UPDATE' then ${resumeLinks(`${ids('inserted')} except ${ids('deleted')}`)}
  end if;
  return null;
end $$;
revoke execute on function ${schema}.end_links() from public;
${kinds
  .map(
    (table) => /* sql */ `
create trigger end_links_insert after insert on ${schema}.${table} referencing new table as inserted
  for each statement execute function ${schema}.end_links();
create trigger end_links_delete after delete on ${schema}.${table} referencing old table as deleted
  for each statement execute function ${schema}.end_links();
create trigger end_links_update after update on ${schema}.${table} referencing old table as deleted new table as inserted
  for each statement execute function ${schema}.end_links();
create trigger end_links_truncate before truncate on ${schema}.${table}
  for each statement execute function ${schema}.end_links();`,
  )
  .join('')}
`;

const authors = (schema: string, options: string) => /* sql */ `
-- The session's user, as for keys.
create function ${schema}.record_link_authors() returns trigger language plpgsql ${options} as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := session_user;
    new.revoked_by := case when new.revoked_at is not null then session_user end;
    return new;
  end if;
  if (new.id, new.organisation_id, new.kind, new.entity_id, new.sha256)
    <> (old.id, old.organisation_id, old.kind, old.entity_id, old.sha256) then
    raise exception using errcode = 'restrict_violation',
      message = format('link %s cannot become another link; create a new one and revoke this one', old.id);
  end if;
  if old.revoked_at is not null and new.revoked_at is null then
    raise exception using errcode = 'restrict_violation',
      message = format('link %s stays revoked, since others may know it; create a new one', old.id);
  end if;
  new.created_by := old.created_by;
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
    new.revoked_by := old.revoked_by;
  else
    new.revoked_by := case when new.revoked_at is not null then session_user end;
  end if;
  return new;
end $$;
create trigger record_link_authors before insert or update on ${schema}.link
  for each row execute function ${schema}.record_link_authors();
revoke execute on function ${schema}.record_link_authors() from public;
`;

/** For dashboards, as create_api_key and revoke_api_key. Where a view replaces a table of entities, the table is empty. */
const callable = (schema: string, options: string) => /* sql */ `
create function ${schema}.link_token_text(handle text, random bytea) returns text immutable strict language sql
  ${options} as $$ select 'belfry_link_' || substr(api_key_text(handle, random), 8) $$;

create function ${schema}.create_link(organisation text, kind text, entity text, name text default null, expires timestamptz default null)
returns table (id text, token text) language plpgsql security definer ${options} as $$
#variable_conflict use_variable
declare
  found_handle text;
  is_there boolean;
  hash text;
begin
  select known.handle into found_handle from organisation known where known.id = create_link.organisation;
  if found_handle is null then
    raise exception using errcode = 'foreign_key_violation',
      message = format('create_link: there is no organisation %L; insert it into the table organisation first', left(organisation, 100));
  end if;
  is_there := case kind
${kinds
  .map(
    (
      table,
    ) => `    when '${table}' then exists (select from ${table} known where known.organisation_id = organisation and known.id = entity)
      or not exists (select from ${table} known where known.organisation_id = organisation)`,
  )
  .join('\n')}
  end;
  if is_there is null or entity is null then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_link: name a class, teacher, room or student by its kind and its id';
  end if;
  if not is_there then
    raise exception using errcode = 'foreign_key_violation',
      message = format('create_link: organisation %s has no %s %L; insert it into the table %s first',
        organisation, kind, left(entity, 100), kind);
  end if;
  if name !~ '[^[:space:][:cntrl:]]' or name ~ '[[:cntrl:]]' then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_link: a name must not be blank or have control characters; it may be null';
  end if;
  if expires <= clock_timestamp() then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('create_link: the link would have expired at %s; give a later time, or null for never', expires);
  end if;
  id := 'link_' || translate(encode(substring(random_bytes(1) from 1 for 9), 'base64'), '+/', '-_');
  token := link_token_text(found_handle, random_bytes(5));
  -- Not within the statement, whose values a server may log.
  hash := encode(sha256(convert_to(token, 'UTF8')), 'hex');
  insert into link (id, organisation_id, kind, entity_id, name, sha256, expires_at)
  values (id, organisation, kind, entity, name, hash, expires);
  return next;
end $$;

create function ${schema}.revoke_link(link_id text) returns timestamptz language plpgsql security definer ${options} as $$
declare moment timestamptz;
begin
  -- What may be a token is not repeated in a message.
  if link_id is null or link_id !~ ${id} or link_id ~ 'belfry_' then
    raise exception using errcode = 'invalid_parameter_value', message = 'revoke_link: give the id of a link, not its token';
  end if;
  update link set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = link_id returning revoked_at into moment;
  if moment is null then
    raise exception using errcode = 'no_data_found', message = format('revoke_link: there is no link %s', link_id);
  end if;
  return moment;
end $$;

revoke execute on function ${schema}.link_token_text(text, bytea), ${schema}.revoke_link(text),
  ${schema}.create_link(text, text, text, text, timestamptz) from public;
`;

/** As 0006 and 0014 made them, and with links. */
const changedFunctions = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.mark_access_changed(organisation text) returns void
language plpgsql security definer ${options} as $$
begin
  if organisation is null then
    raise exception using errcode = 'null_value_not_allowed', message = 'mark_access_changed: name an organisation';
  end if;
  if organisation !~ ${organisationId} then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('mark_access_changed: %L is not the id of an organisation', left(organisation, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;
  perform enqueue_named('mark_access_changed', organisation, 'access', null);
  perform enqueue_named('mark_access_changed', organisation, 'key', null);
  perform enqueue_named('mark_access_changed', organisation, 'link', null);
  perform pg_notify('belfry_change', organisation);
end $$;

create or replace function ${schema}.enqueue_mark() returns trigger language plpgsql security definer ${options} as $$
begin
  if new.organisation_id ~ ${organisationId} then
    perform enqueue_named('belfry_mark', new.organisation_id, new.what, new.subject);
  else -- which its CHECK refuses
    insert into pending_change (organisation_id, what, subject) values (new.organisation_id, new.what, new.subject);
  end if;
  if new.what in ('access', 'key', 'link') then perform pg_notify('belfry_change', new.organisation_id); end if;
  return null;
exception when check_violation or foreign_key_violation then
  -- In an apply worker an error would end the replication of everything.
  if current_setting('session_replication_role') <> 'replica' then raise; end if;
  raise warning 'belfry_mark: nothing is enqueued by the row %, which does not name what can be published', new.id;
  return null;
end $$;
`;

/** Whoever publishes reads. */
const grants = (schema: string) => /* sql */ `
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant select on ${schema}.link, ${schema}.link_ended to %I', publisher);
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
  const asOwner = `security definer ${options}`;
  const statements = [
    ...[tables(schema), queue(schema), capture(schema, asOwner), names(schema, asOwner), ends(schema, asOwner)],
    ...[authors(schema, options), callable(schema, options), changedFunctions(schema, options), grants(schema)],
  ];
  await sql.raw(statements.join('\n')).execute(database);
}
