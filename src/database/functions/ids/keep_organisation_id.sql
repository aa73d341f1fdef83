-- An organisation keeps its id.
create or replace function @extschema@.keep_organisation_id() returns trigger
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  raise exception using errcode = 'restrict_violation',
    message = format('organisation %s keeps its id, which its keys and published files belong to; '
      'create %s and move the timetables to it', old.id, left(new.id, 100));
end $$;
