-- Enqueues the versions of changed timetables, and the list.
create or replace function @extschema@.mark_timetable() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table inserted)
      select changed.organisation_id, 'version', version.id
      from changed join timetable_version version on version.timetable_id = changed.id
      union select organisation_id, 'list', null from changed
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table deleted)
      select changed.organisation_id, 'version', version.id
      from changed join timetable_version version on version.timetable_id = changed.id
      union select organisation_id, 'list', null from changed
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  else
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (
        (table deleted except table inserted) union all (table inserted except table deleted)
      )
      select changed.organisation_id, 'version', version.id
      from changed join timetable_version version on version.timetable_id = changed.id
      union select organisation_id, 'list', null from changed
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
