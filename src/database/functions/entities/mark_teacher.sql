-- Enqueues the versions that use a changed teacher.
create or replace function @extschema@.mark_teacher() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table inserted)
      select changed.organisation_id, 'version', version.id
      from changed
      join version_teacher used on used.entity_id = changed.id
      join timetable_version version on version.id = used.version_id
      join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table deleted)
      select changed.organisation_id, 'version', version.id
      from changed
      join version_teacher used on used.entity_id = changed.id
      join timetable_version version on version.id = used.version_id
      join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id
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
      from changed
      join version_teacher used on used.entity_id = changed.id
      join timetable_version version on version.id = used.version_id
      join timetable on timetable.id = version.timetable_id and timetable.organisation_id = changed.organisation_id
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
