-- Enqueues changed keys, and notifies watchers.
create or replace function @extschema@.mark_key() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table inserted)
      select organisation_id, 'key', sha256 from changed
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
    perform pg_notify('belfry_change', organisation_id) from (table inserted) changed;
  elsif tg_op = 'DELETE' then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (table deleted)
      select organisation_id, 'key', sha256 from changed
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
    perform pg_notify('belfry_change', organisation_id) from (table deleted) changed;
  else
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      with changed as (
        (table deleted except table inserted) union all (table inserted except table deleted)
      )
      select organisation_id, 'key', sha256 from changed
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
    perform pg_notify('belfry_change', organisation_id) from (
      (table deleted except table inserted) union all (table inserted except table deleted)
    ) changed;
  end if;
  return null;
end $$;
