// What an organisation owns stays its own. A key contains its organisation's handle, and servers find the record by it. If a
// handle came to another organisation, keys of the former one would open the record of the latter. So nobody brings a
// handle along or changes one, an organisation keeps its id, and a key stays with its organisation.
//
// Row triggers do not run where PostgreSQL restores a whole dump, which creates them last, and in an apply worker: rows
// arrive there with the handle that they have.

import { type Kysely, sql } from 'kysely';

const statements = (schema: string, options: string) => /* sql */ `
-- Empty means that the trigger draws it. Where triggers are disabled, a row without a handle breaks the CHECK.
alter table ${schema}.organisation alter column handle set default '';

create function ${schema}.draw_handle() returns trigger language plpgsql ${options} as $$
begin
  if new.handle <> '' then
    raise exception using errcode = 'restrict_violation',
      message = format('organisation %s brings a handle along; leave it out, since the database draws it: '
        'keys of the organisation that had it would open this one', left(new.id, 100)),
      hint = 'To restore rows with the handles that they had, disable the triggers: pg_restore --data-only --disable-triggers';
  end if;
  -- The first 12 digits of a random UUID are all random: 48 bits, from a cryptographic source.
  new.handle := left(replace(gen_random_uuid()::text, '-', ''), 12);
  return new;
end $$;
create trigger draw_handle before insert on ${schema}.organisation
  for each row execute function ${schema}.draw_handle();

create function ${schema}.keep_organisation_id() returns trigger language plpgsql ${options} as $$
begin
  raise exception using errcode = 'restrict_violation',
    message = format('organisation %s keeps its id, which its keys and published files belong to; '
      'create %s and move the timetables to it', old.id, left(new.id, 100));
end $$;
create trigger keep_organisation_id before update on ${schema}.organisation
  for each row when (old.id <> new.id) execute function ${schema}.keep_organisation_id();

create function ${schema}.keep_key_owner() returns trigger language plpgsql ${options} as $$
begin
  raise exception using errcode = 'restrict_violation',
    message = format('key %s stays with organisation %s, whose handle is a part of it; create a key of %s and revoke this one',
      old.id, old.organisation_id, left(new.organisation_id, 100));
end $$;
create trigger keep_key_owner before update on ${schema}.api_key
  for each row when (old.organisation_id <> new.organisation_id) execute function ${schema}.keep_key_owner();

revoke execute on function ${schema}.draw_handle(), ${schema}.keep_organisation_id(), ${schema}.keep_key_owner() from public;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  await sql.raw(statements(schema, `set search_path = pg_catalog, ${schema}, pg_temp`)).execute(database);
}
