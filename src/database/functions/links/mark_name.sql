-- What links show has the organisation's name in it.
create or replace function @extschema@.mark_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if exists (select from link where organisation_id = new.id and revoked_at is null) then
    insert into pending_change (organisation_id, what) values (new.id, 'calendar') on conflict do nothing;
  end if;
  return null;
end $$;
