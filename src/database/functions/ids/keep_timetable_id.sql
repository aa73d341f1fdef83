-- Checks the id of a timetable at the end of the transaction, and those of its versions when it moves to another organisation.
create or replace function @extschema@.keep_timetable_id() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  owner text;
begin
  select organisation_id into owner from timetable where id = new.id;
  if owner is null then return null; end if; -- it was deleted since
  perform assert_own_id('timetable', new.id, owner);
  if tg_op = 'UPDATE' then
    perform assert_own_id('timetable_version', version.id, owner) from timetable_version version where timetable_id = new.id;
  end if;
  return null;
end $$;
