// Closes four gaps of the audit and of revocation. A calendar that moves to another organisation leaves an entry in both. Binding
// the database to a store leaves one. And a key, link or admin that was revoked stays revoked when its row is deleted and
// inserted again: the hashes of revoked rows that were deleted are kept, as long as their organisation exists, since the keys
// of a deleted organisation contain a handle that nobody gets again.

import { type Kysely, sql } from 'kysely';

const written =
  'insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)';
const acting = 'session_user, acting.via, acting.actor, acting.admin_id, acting.address';

/** As 0020 records a calendar. */
const calendarIn = (rows: string) => /* sql */ `
      select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
        'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state from ${rows}`;

/** A table without rows, so that one statement compares what was with what became, whichever of them there is. */
const none = '(select * from calendar where false) none';

const auditCalendar = (before: string, after: string) => /* sql */ `
    ${written}
    select change.owner, 'calendar', change.action, change.owner, change.was, change.became, ${acting}
    from audit_actor() acting cross join lateral (
      select owner,
        case when before.state is null then 'created' when after.state is null then 'deleted' else 'changed' end as action,
        case when after.state is null then before.state else audit_difference(before.state, after.state) end as was,
        case when before.state is null then after.state else audit_difference(after.state, before.state) end as became
      from (${calendarIn(before)}) before full join (${calendarIn(after)}) after using (owner)
      where before.state is distinct from after.state) change;`;

const audit = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.audit_calendar() returns trigger language plpgsql security definer ${options} as $$
begin
  if tg_op = 'INSERT' then ${auditCalendar(none, 'inserted')}
  elsif tg_op = 'DELETE' then ${auditCalendar('deleted', none)}
  else ${auditCalendar('deleted', 'inserted')}
  end if;
  return null;
end $$;

create function ${schema}.audit_store_binding() returns trigger language plpgsql security definer ${options} as $$
begin
  ${written}
  select null, 'store', 'bound', left(new.store_id, 64),
    jsonb_build_object('store', left(old.store_location, 1000), 'storeId', left(old.store_id, 64)),
    jsonb_build_object('store', left(new.store_location, 1000), 'storeId', left(new.store_id, 64)), ${acting}
  from audit_actor() acting;
  return null;
end $$;
create trigger audit_update after update on ${schema}.store_binding
  for each row execute function ${schema}.audit_store_binding();
revoke execute on function ${schema}.audit_store_binding() from public;
`;

/** Tables whose rows are secrets that may be revoked. */
const secrets = ['api_key', 'link', 'admin'];

const isKept = 'organisation_id is null or exists (select from organisation where organisation.id = organisation_id)';
const keep = (rows: string) => /* sql */ `
  insert into revoked_secret (sha256, organisation_id)
  select sha256, organisation_id from ${rows} where revoked_at is not null and (${isKept}) on conflict do nothing;`;

const revoked = (schema: string, options: string) => /* sql */ `
create table ${schema}.revoked_secret (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  organisation_id text references ${schema}.organisation on delete cascade -- null: of an admin of all
);
create index revoked_secret_organisation on ${schema}.revoked_secret (organisation_id);

create function ${schema}.keep_revoked() returns trigger language plpgsql security definer ${options} as $$
begin ${keep('deleted')}
  return null;
end $$;

create function ${schema}.refuse_revoked() returns trigger language plpgsql security definer ${options} as $$
declare again text;
begin
  select id into again from inserted join revoked_secret using (sha256) where inserted.revoked_at is null limit 1;
  if again is not null then
    raise exception using errcode = 'restrict_violation',
      message = format('%s %s was revoked before its row was deleted, and stays revoked, since others may know it; create a new one',
        case tg_table_name when 'api_key' then 'key' else tg_table_name end, again);
  end if;
  return null;
end $$;
${secrets
  .map(
    (table) => /* sql */ `
create function ${schema}.keep_revoked_${table}() returns trigger language plpgsql security definer ${options} as $$
begin ${keep(table)}
  return null;
end $$;
create trigger keep_revoked after delete on ${schema}.${table} referencing old table as deleted
  for each statement execute function ${schema}.keep_revoked();
create trigger keep_revoked_truncate before truncate on ${schema}.${table}
  for each statement execute function ${schema}.keep_revoked_${table}();
create trigger refuse_revoked after insert on ${schema}.${table} referencing new table as inserted
  for each statement execute function ${schema}.refuse_revoked();
revoke execute on function ${schema}.keep_revoked_${table}() from public;`,
  )
  .join('')}
revoke execute on function ${schema}.keep_revoked(), ${schema}.refuse_revoked() from public;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `set search_path = pg_catalog, ${schema}, pg_temp`;
  await sql.raw(audit(schema, options) + revoked(schema, options)).execute(database);
}
