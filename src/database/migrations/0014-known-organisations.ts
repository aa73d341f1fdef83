// The queue has no entries for organisations that exist nowhere, and a bounded number of entries by name for each that does.
// An entry for a deleted organisation is how its removal is published, so an organisation also counts as known while it
// is published, which its lease shows, or while its removal is queued or held. A deleted version or key can only be named,
// since nothing remembers it. Above a bound, one entry stands for all versions, or for all keys.

import { type Kysely, sql } from 'kysely';

/** How many entries may wait: by name for one organisation, and for organisations of a view that are not published yet. */
const mostWaiting = 1000;

const organisationId = "'^[a-z0-9_-]{1,64}$'";
const versionId = "'^[A-Za-z0-9_-]{1,64}$'";

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

const functions = (schema: string, options: string) => /* sql */ `
create function ${schema}.is_known_organisation(sought text) returns boolean stable language plpgsql ${options} as $$
begin
  if exists (select from organisation where id = sought)
    or exists (select from publish_lease where organisation_id = sought)
    or exists (select from pending_change where organisation_id = sought)
    or exists (select from held_removal where organisation_id = sought and what = 'organisation')
  then return true;
  end if;
  -- Where a view replaces the table of organisations, the table is empty, and the view must not run with the owner's rights.
  return not exists (select from organisation) and ${mostWaiting} > (select count(*) from (
    select from pending_change waiting where not exists (
      select from publish_lease lease where lease.organisation_id = waiting.organisation_id) limit ${mostWaiting}) unpublished);
end $$;

create function ${schema}.enqueue_named(caller text, organisation text, kind text, named text) returns void
language plpgsql ${options} as $$
begin
  if not is_known_organisation(organisation) then
    raise exception using errcode = 'foreign_key_violation',
      message = format('%s: there is no organisation %s, and nothing of it is published; insert it into the table organisation first, '
        'which enqueues all of its timetables', caller, organisation);
  end if;
  if named is not null
    and not exists (
      select from timetable_version version join timetable on timetable.id = version.timetable_id
      where kind = 'version' and version.id = named and timetable.organisation_id = organisation)
    and not exists (select from api_key where kind = 'key' and sha256 = named)
    and ${mostWaiting} <= (select count(*) from (
      select from pending_change waiting
      where waiting.organisation_id = organisation and waiting.what = kind limit ${mostWaiting}) alike)
  then
    kind := case kind when 'version' then 'organisation' else kind end;
    named := null;
  end if;
  insert into pending_change (organisation_id, what, subject) values (organisation, kind, named) on conflict do nothing;
end $$;

create or replace function ${schema}.mark_changed(organisation text, version text default null) returns void
language plpgsql ${options} as $$
begin
  ${refuseNoOrganisation('mark_changed')}
  ${refuse('mark_changed', 'version', versionId, 'a timetable version')}
  perform enqueue_named('mark_changed', organisation, case when version is null then 'organisation' else 'version' end, version);
end $$;

create or replace function ${schema}.mark_access_changed(organisation text) returns void
language plpgsql ${options} as $$
begin
  ${refuseNoOrganisation('mark_access_changed')}
  perform enqueue_named('mark_access_changed', organisation, 'access', null);
  perform enqueue_named('mark_access_changed', organisation, 'key', null);
  perform pg_notify('belfry_change', organisation);
end $$;

create or replace function ${schema}.enqueue_mark() returns trigger language plpgsql ${options} as $$
begin
  if new.organisation_id ~ ${organisationId} then
    perform enqueue_named('belfry_mark', new.organisation_id, new.what, new.subject);
  else -- which its CHECK refuses
    insert into pending_change (organisation_id, what, subject) values (new.organisation_id, new.what, new.subject);
  end if;
  if new.what in ('access', 'key') then perform pg_notify('belfry_change', new.organisation_id); end if;
  return null;
exception when check_violation or foreign_key_violation then
  -- In an apply worker an error would end the replication of everything.
  if current_setting('session_replication_role') <> 'replica' then raise; end if;
  raise warning 'belfry_mark: nothing is enqueued by the row %, which does not name what can be published', new.id;
  return null;
end $$;

revoke execute on function ${schema}.is_known_organisation(text), ${schema}.enqueue_named(text, text, text, text) from public;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `security definer set search_path = pg_catalog, ${schema}, pg_temp`;
  await sql.raw(functions(schema, options)).execute(database);
}
