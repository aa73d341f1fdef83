-- Enqueues the versions that a publisher deletes from changed_version, each once, however many transactions changed it. One that one of
-- these transactions has enqueued in another way, and that is still pending, is not enqueued again. A version that was deleted since
-- is left out, because its deletion has been enqueued.
create or replace function @extschema@.enqueue_changed_versions() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what, subject, changed_at)
  select timetable.organisation_id, 'version', version.id, min(deleted.transaction_began)
  from deleted
  join timetable_version version on version.id = deleted.version_id
  join timetable on timetable.id = version.timetable_id
  where not exists (
    select from pending_change known
    where known.transaction_id = deleted.transaction_id and coalesce(known.subject, '') = substr(version.id, strpos(version.id, '.') + 1)
      and known.organisation_id = timetable.organisation_id and known.what = 'version'
      and known.transaction_began = deleted.transaction_began)
  group by timetable.organisation_id, version.id
  on conflict do nothing;
  return null;
end $$;
