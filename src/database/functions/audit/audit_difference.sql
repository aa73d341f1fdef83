-- What of a state differs from another one.
create or replace function @extschema@.audit_difference(state jsonb, other jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, @extschema@, pg_temp as $$
  select jsonb_object_agg(key, value) from jsonb_each(state) where value is distinct from other -> key $$;
