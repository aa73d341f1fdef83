-- Whether the queue may hold entries for an organisation, so that it has none for those that exist nowhere. An entry for a deleted
-- organisation is how its removal is published, so an organisation also counts as known while it is published, which its lease
-- shows, or while its removal is queued or held.
create or replace function @extschema@.is_known_organisation(sought text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if exists (select from organisation where id = sought)
    or exists (select from publish_lease where organisation_id = sought)
    or exists (select from pending_change where organisation_id = sought)
    or exists (select from held_removal where organisation_id = sought and what = 'organisation')
  then return true;
  end if;
  -- Where a view replaces the table of organisations, the table is empty, and the view must not run with the owner's rights.
  return not exists (select from organisation) and 1000 > (select count(*) from (
    select from pending_change waiting where not exists (
      select from publish_lease lease where lease.organisation_id = waiting.organisation_id) limit 1000) unpublished);
end $$;
