-- Before TRUNCATE, which does not report rows.
create or replace function @extschema@.keep_revoked_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into revoked_secret (sha256, organisation_id)
  select sha256, organisation_id from link
  where revoked_at is not null and (organisation_id is null or exists (select from organisation where organisation.id = organisation_id))
  on conflict do nothing;
  return null;
end $$;
