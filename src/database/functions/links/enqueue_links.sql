-- Adds entries for changed links. A school has thousands, so above 1000 entries one stands for all links of an organisation. Those that
-- await approval stay until somebody decides, and do not count. Entries are for organisations that exist: the links of a deleted one
-- are removed with it.
create or replace function @extschema@.enqueue_links(organisations text[], hashes text[]) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  with changed as (
    select organisation_id, sha256 from unnest(organisations, hashes) changed(organisation_id, sha256)
    where exists (select from organisation where organisation.id = changed.organisation_id)
  ), of_organisation as (
    select organisation_id, count(*) + (select count(*) from (
      select from pending_change waiting where waiting.organisation_id = changed.organisation_id and what = 'link'
        and (subject is null or subject not like 'held:%')
      limit 1000) waiting) as named
    from changed group by organisation_id
  )
  insert into pending_change (organisation_id, what, subject)
  select distinct organisation_id, 'link', case when named <= 1000 then sha256 end
  from changed join of_organisation using (organisation_id)
  on conflict do nothing;
  perform pg_notify('belfry_change', organisation_id)
  from (select distinct organisation_id from unnest(organisations) organisation_id) notified;
end $$;
