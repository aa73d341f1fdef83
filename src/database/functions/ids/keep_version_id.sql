-- Checks the id of a version at the end of the transaction.
create or replace function @extschema@.keep_version_id() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  perform assert_own_id('timetable_version', version.id, timetable.organisation_id)
  from timetable_version version join timetable on timetable.id = version.timetable_id where version.id = new.id;
  return null;
end $$;
