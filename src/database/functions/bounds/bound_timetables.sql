-- Nobody who administers one organisation can fill the database of all.
create or replace function @extschema@.bound_timetables() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare full_one text;
begin
  select organisation_id into full_one from timetable
  where organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > 2000 limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has 2000 timetables, which is the most; delete some that nobody needs', full_one);
  end if;
  return null;
end $$;
