-- Forgets what was published of an organisation when its lease is deleted, since nothing of it is published any more.
create or replace function @extschema@.forget_publications() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  delete from publication using deleted
  where deleted.kind = 'documents' and publication.organisation_id = deleted.organisation_id;
  return null;
end $$;
