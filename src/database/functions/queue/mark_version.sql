-- Enqueues changed versions.
create or replace function @extschema@.mark_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table inserted)
      select timetable.organisation_id, 'version', changed.id
      from changed join timetable on timetable.id = changed.timetable_id
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table deleted)
      select timetable.organisation_id, 'version', changed.id
      from changed join timetable on timetable.id = changed.timetable_id
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  else
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (
        (table deleted except table inserted) union all (table inserted except table deleted)
      )
      select timetable.organisation_id, 'version', changed.id
      from changed join timetable on timetable.id = changed.timetable_id
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
