-- What a changed key means to whoever is told; null for what nobody is told of, such as another name.
create or replace function @extschema@.key_event(id text, type text) returns jsonb
language sql immutable set search_path = pg_catalog, @extschema@, pg_temp as $$
  select jsonb_build_object('type', type, 'keyId', id) where type is not null $$;
