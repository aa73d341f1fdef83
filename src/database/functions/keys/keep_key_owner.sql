-- A key stays with its organisation, whose handle is a part of it.
create or replace function @extschema@.keep_key_owner() returns trigger
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  raise exception using errcode = 'restrict_violation',
    message = format('key %s stays with organisation %s, whose handle is a part of it; create a key of %s and revoke this one',
      old.id, old.organisation_id, left(new.organisation_id, 100));
end $$;
