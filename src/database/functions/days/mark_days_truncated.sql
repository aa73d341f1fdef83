-- Before TRUNCATE, which does not report rows.
create or replace function @extschema@.mark_days_truncated() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what)
  select organisation_id, follows.what from (
    select organisation_id from day_change union select organisation_id from day_note union select organisation_id from day_absence
  ) changed cross join unnest('{calendar,days}'::text[]) follows(what)
  where exists (select from organisation where organisation.id = changed.organisation_id)
  on conflict do nothing;
  return null;
end $$;
