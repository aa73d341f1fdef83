// The handle of an organisation: the part of its keys by which servers find its record. It is drawn once and stays, since
// the keys that bear it would open nothing any more. Keys of earlier releases bear none and open nothing: they are
// revoked. How many keys an organisation may have is bounded, since its record holds them all.

import { type Kysely, sql } from 'kysely';

/** How many keys of an organisation may be unrevoked at a time. */
const mostKeys = 1000;

const statements = (schema: string) => /* sql */ `
-- The first 12 digits of a random UUID are all random: 48 bits, from a cryptographic source.
alter table organisation
  add column handle text not null default left(replace(gen_random_uuid()::text, '-', ''), 12)
    unique check (handle ~ '^[0-9a-z]{12}$');

create function keep_handle() returns trigger language plpgsql set search_path = pg_catalog, ${schema}, pg_temp as $$
begin
  raise exception using errcode = 'restrict_violation',
    message = format('the handle of organisation %s stays: the keys that bear it would open nothing any more', old.id);
end $$;
create trigger keep_handle before update of handle on organisation
  for each row when (old.handle is distinct from new.handle) execute function keep_handle();

create function bound_keys() returns trigger language plpgsql security definer
  set search_path = pg_catalog, ${schema}, pg_temp as $$
declare full_one text;
begin
  select organisation_id into full_one from api_key
  where revoked_at is null and organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > ${mostKeys} limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has ${mostKeys} keys that are not revoked, which is the most; revoke what is no longer used', full_one);
  end if;
  return null;
end $$;
create trigger bound_keys_inserted after insert on api_key
  referencing new table as changed for each statement execute function bound_keys();
create trigger bound_keys_updated after update on api_key
  referencing new table as changed for each statement execute function bound_keys();
revoke execute on function keep_handle(), bound_keys() from public;

update api_key set revoked_at = now() where revoked_at is null;

-- All is published anew, in the form of this release.
insert into pending_change (organisation_id, what)
  select id, marks.what from organisation, (values ('organisation'), ('access')) as marks(what)
  on conflict do nothing;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
