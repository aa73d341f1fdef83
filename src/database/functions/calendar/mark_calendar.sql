-- Enqueues what is derived from a changed calendar. Only for organisations that exist: what was derived of a deleted one is removed
-- with its documents.
create or replace function @extschema@.mark_calendar() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pending_change (organisation_id, what)
    select distinct organisation_id, follows.what from (table inserted) changed cross join unnest('{calendar,days}'::text[]) follows(what)
    where exists (select from organisation where organisation.id = changed.organisation_id)
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    insert into pending_change (organisation_id, what)
    select distinct organisation_id, follows.what from (table deleted) changed cross join unnest('{calendar,days}'::text[]) follows(what)
    where exists (select from organisation where organisation.id = changed.organisation_id)
    on conflict do nothing;
  else
    insert into pending_change (organisation_id, what)
    select distinct organisation_id, follows.what from (
      (table deleted except table inserted) union all (table inserted except table deleted)
    ) changed cross join unnest('{calendar,days}'::text[]) follows(what)
    where exists (select from organisation where organisation.id = changed.organisation_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
