// A dashboard in any language makes and revokes keys by SQL: the database draws the key, returns it this once, and stores its
// SHA-256. The form is that of src/access/api-key.ts, byte for byte; a table of examples in src/database/README.md is
// tested against both. Who created and who revoked a key is kept, a revocation is final, and the row of one key does not
// become that of another.

import { type Kysely, sql } from 'kysely';

const authors = (schema: string, options: string) => /* sql */ `
alter table ${schema}.api_key
  add column created_by text, -- null for keys of earlier releases
  add column revoked_by text,
  add constraint api_key_authors_within_4096_bytes
    check (octet_length(created_by) <= 4096 and octet_length(revoked_by) <= 4096);

-- The session's user, since a role that a session assumes says less, and an application may give itself any name.
create function ${schema}.record_key_authors() returns trigger language plpgsql ${options} as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := session_user;
    new.revoked_by := case when new.revoked_at is not null then session_user end;
    return new;
  end if;
  if new.id <> old.id or new.sha256 <> old.sha256 then
    raise exception using errcode = 'restrict_violation',
      message = format('key %s cannot become another key; create a new one and revoke this one', old.id);
  end if;
  if old.revoked_at is not null and new.revoked_at is null then
    raise exception using errcode = 'restrict_violation',
      message = format('key %s stays revoked, since others may know it; create a new one', old.id);
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
create trigger record_key_authors before insert or update on ${schema}.api_key
  for each row execute function ${schema}.record_key_authors();
`;

const keyFunctions = (schema: string, options: string) => /* sql */ `
create function ${schema}.api_key_text(handle text, random bytea) returns text immutable strict language plpgsql ${options} as $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  secret text := '';
  digits text := '';
  checked bytea;
  crc bigint := 4294967295;
  byte integer;
begin
  for position in 0 .. length(random) - 1 loop
    exit when length(secret) = 32;
    byte := get_byte(random, position);
    -- 248 is the largest multiple of 62 in a byte; larger bytes would favour the first letters.
    if byte < 248 then secret := secret || substr(alphabet, byte % 62 + 1, 1); end if;
  end loop;
  if length(secret) < 32 then
    raise exception using errcode = 'internal_error', message = 'too few random bytes for a key; call the function again';
  end if;
  checked := convert_to(handle || secret, 'UTF8');
  for position in 0 .. length(checked) - 1 loop
    crc := crc # get_byte(checked, position);
    for bit in 1 .. 8 loop
      crc := case crc & 1 when 1 then (crc >> 1) # 3988292384 else crc >> 1 end; -- CRC-32, RFC 1952 section 8
    end loop;
  end loop;
  crc := crc # 4294967295;
  for position in 1 .. 6 loop
    digits := substr(alphabet, (crc % 62)::integer + 1, 1) || digits;
    crc := crc / 62;
  end loop;
  return 'belfry_' || handle || secret || digits;
end $$;

-- Of the 16 bytes of a random UUID all but two are random, from a cryptographic source.
create function ${schema}.random_bytes(uuids integer) returns bytea volatile strict language plpgsql ${options} as $$
declare
  bytes bytea := '';
  uuid bytea;
begin
  for number in 1 .. uuids loop
    uuid := uuid_send(gen_random_uuid());
    bytes := bytes || substring(uuid from 1 for 6) || substring(uuid from 8 for 1) || substring(uuid from 10 for 7);
  end loop;
  return bytes;
end $$;

create function ${schema}.create_api_key(organisation text, name text, expires timestamptz default null)
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
  id := 'key_' || translate(encode(substring(random_bytes(1) from 1 for 9), 'base64'), '+/', '-_');
  key := api_key_text(found_handle, random_bytes(5));
  -- Not within the statement, whose values a server may log.
  hash := encode(sha256(convert_to(key, 'UTF8')), 'hex');
  insert into api_key (id, organisation_id, name, sha256, expires_at) values (id, organisation, name, hash, expires);
  return next;
end $$;

create function ${schema}.revoke_api_key(key_id text) returns timestamptz language plpgsql security definer ${options} as $$
declare moment timestamptz;
begin
  -- What may be a key is not repeated in a message.
  if key_id is null or key_id !~ '^[A-Za-z0-9_-]{1,64}$' or key_id ~ 'belfry_' then
    raise exception using errcode = 'invalid_parameter_value', message = 'revoke_api_key: give the id of a key, not the key';
  end if;
  update api_key set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = key_id returning revoked_at into moment;
  if moment is null then
    raise exception using errcode = 'no_data_found', message = format('revoke_api_key: there is no key %s', key_id);
  end if;
  return moment;
end $$;

revoke execute on function ${schema}.record_key_authors(), ${schema}.api_key_text(text, bytea), ${schema}.random_bytes(integer),
  ${schema}.create_api_key(text, text, timestamptz), ${schema}.revoke_api_key(text) from public;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `set search_path = pg_catalog, ${schema}, pg_temp`;
  await sql.raw(authors(schema, options) + keyFunctions(schema, options)).execute(database);
}
