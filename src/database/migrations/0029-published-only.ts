// A key may see published versions only, not drafts. The function that creates keys gets a parameter for it, and is another one for
// PostgreSQL, so whoever might call the former may call this one. The audit names it of keys for which it holds.

import { type Kysely, sql } from 'kysely';

const column = (schema: string) => /* sql */ `
alter table ${schema}.api_key add column published_only boolean not null default false;
`;

const creating = (schema: string, options: string) => /* sql */ `
alter function ${schema}.create_api_key(text, text, timestamptz) rename to create_api_key_before;

create function ${schema}.create_api_key(organisation text, name text, expires timestamptz default null,
  published_only boolean default false)
returns table (id text, key text) language plpgsql security definer ${options} as $$
#variable_conflict use_variable
declare
  found_handle text;
  hash text;
begin
  select known.handle into found_handle from organisation known where known.id = create_api_key.organisation;
  if found_handle is null then
    raise exception using errcode = 'foreign_key_violation',
      message = format('create_api_key: there is no organisation %L; insert it into the table organisation first', left(organisation, 100));
  end if;
  if name is null or name !~ '[^[:space:][:cntrl:]]' or name ~ '[[:cntrl:]]' then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_api_key: a name says what the key is for; it must not be blank or have control characters';
  end if;
  if expires <= clock_timestamp() then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('create_api_key: the key would have expired at %s; give a later time, or null for never', expires);
  end if;
  if published_only is null then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_api_key: published_only is true for a key that does not see drafts, or false';
  end if;
  id := 'key_' || translate(encode(substring(random_bytes(1) from 1 for 9), 'base64'), '+/', '-_');
  key := api_key_text(found_handle, random_bytes(5));
  -- Not within the statement, whose values a server may log.
  hash := encode(sha256(convert_to(key, 'UTF8')), 'hex');
  insert into api_key (id, organisation_id, name, sha256, expires_at, published_only)
  values (id, organisation, name, hash, expires, published_only);
  return next;
end $$;
revoke execute on function ${schema}.create_api_key(text, text, timestamptz, boolean) from public;

do $$
declare caller record;
begin
  for caller in
    select case entry.grantee when 0 then 'public' else entry.grantee::regrole::text end as name, entry.is_grantable
    from pg_proc, aclexplode(proacl) entry
    where pg_proc.oid = '${schema}.create_api_key_before(text, text, timestamptz)'::regprocedure and entry.grantee <> proowner
  loop
    execute format('grant execute on function ${schema}.create_api_key(text, text, timestamptz, boolean) to %s %s', caller.name,
      case when caller.is_grantable then 'with grant option' else '' end);
  end loop;
end $$;

drop function ${schema}.create_api_key_before(text, text, timestamptz);
`;

const written =
  'insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)';
const acting = 'session_user, acting.via, acting.actor, acting.admin_id, acting.address';

/** As 0020 records a key, and whether it sees published versions only. */
const keysIn = (rows: string) => /* sql */ `
      select organisation_id as owner, id as key, revoked_at is not null as is_revoked,
        jsonb_build_object('name', left(name, 1000), 'expiresAt', audit_moment(expires_at), 'revokedAt', audit_moment(revoked_at))
          || case when published_only then '{"publishedOnly": true}'::jsonb else '{}' end as state
      from ${rows}`;

const byRow = (rows: string) => /* sql */ `
    ${written}
    select change.owner, 'key', change.action, change.key, change.was, change.became, ${acting}
    from audit_actor() acting cross join lateral (${rows}) change;`;

const auditing = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.audit_api_key() returns trigger language plpgsql security definer ${options} as $$
begin
  if tg_op = 'INSERT' then ${byRow(`
      select owner, key, 'created' as action, null::jsonb as was, state as became from (${keysIn('inserted')}) row`)}
  elsif tg_op = 'DELETE' then ${byRow(`
      select owner, key, 'deleted' as action, state as was, null::jsonb as became from (${keysIn('deleted')}) row`)}
  else ${byRow(`
      select after.owner, after.key, case when after.is_revoked and not before.is_revoked then 'revoked' else 'changed' end as action,
        audit_difference(before.state, after.state) as was, audit_difference(after.state, before.state) as became
      from (${keysIn('deleted')}) before join (${keysIn('inserted')}) after using (key) where before.state <> after.state`)}
  end if;
  return null;
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
  await sql.raw([column(schema), creating(schema, options), auditing(schema, options)].join('\n')).execute(database);
}
