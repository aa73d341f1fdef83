-- TRUNCATE does not report rows, so everything is enqueued. It runs before, since afterwards there may be no organisation and no key
-- left to enqueue.
create or replace function @extschema@.mark_truncated() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what, subject)
  select distinct * from (
    select id, 'organisation', null from organisation
  ) found(organisation_id, what, subject)
  where organisation_id is not null
  on conflict do nothing;
  if tg_table_name in ('organisation', 'api_key') then
    insert into pending_change (organisation_id, what, subject)
    select distinct * from (
      select id, 'access', null from organisation union all select organisation_id, 'key', sha256 from api_key
    ) found(organisation_id, what, subject)
    where organisation_id is not null
    on conflict do nothing;
    perform pg_notify('belfry_change', id) from organisation;
  end if;
  return null;
end $$;
