-- Of the 16 bytes of a random UUID all but two are random, from a cryptographic source.
create or replace function @extschema@.random_bytes(uuids integer) returns bytea
language plpgsql strict set search_path = pg_catalog, @extschema@, pg_temp as $$
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
