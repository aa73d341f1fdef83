-- Enters into the queue that versions were moved: a removal that names none. Another organisation's version may have the id of one that
-- is gone, so the id proves nothing.
create or replace function @extschema@.mark_timetable_moved() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what)
  select old.organisation_id, 'removal' where exists (select from timetable_version where timetable_id = new.id)
  on conflict do nothing;
  return null;
end $$;
