-- Enters into the queue that a version was moved: a removal that names none. Another organisation's version may have the id of one that
-- is gone, so the id proves nothing.
create or replace function @extschema@.mark_version_moved() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what)
  select before.organisation_id, 'removal' from timetable before, timetable after
  where before.id = old.timetable_id and after.id = new.timetable_id and before.organisation_id <> after.organisation_id
  on conflict do nothing;
  return null;
end $$;
