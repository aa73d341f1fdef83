-- An organisation keeps its handle, by which servers find the record of its keys.
create or replace function @extschema@.keep_handle() returns trigger
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  raise exception using errcode = 'restrict_violation',
    message = format('the handle of organisation %s stays: the keys that bear it would open nothing any more', old.id);
end $$;
