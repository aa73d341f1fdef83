-- Before TRUNCATE, which does not report rows.
create or replace function @extschema@.mark_calendar_truncated() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what)
  select distinct organisation_id, follows.what from (table calendar) changed cross join unnest('{calendar,days}'::text[]) follows(what)
  where exists (select from organisation where organisation.id = changed.organisation_id)
  on conflict do nothing;
  return null;
end $$;
