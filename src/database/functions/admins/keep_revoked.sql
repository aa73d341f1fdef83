-- Keeps the hashes of revoked rows that are deleted, as long as their organisation exists.
create or replace function @extschema@.keep_revoked() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into revoked_secret (sha256, organisation_id)
  select sha256, organisation_id from deleted
  where revoked_at is not null and (organisation_id is null or exists (select from organisation where organisation.id = organisation_id))
  on conflict do nothing;
  return null;
end $$;
