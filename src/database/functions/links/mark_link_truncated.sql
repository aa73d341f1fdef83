-- Before TRUNCATE, which does not report rows.
create or replace function @extschema@.mark_link_truncated() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what) select distinct organisation_id, 'link' from link
  on conflict do nothing;
  perform pg_notify('belfry_change', organisation_id) from (select distinct organisation_id from link) notified;
  delete from link_ended;
  return null;
end $$;
