-- Each link is a record in the store.
create or replace function @extschema@.bound_links() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare full_one text;
begin
  select organisation_id into full_one from link
  where revoked_at is null and organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > 20000 limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has 20000 links that are not revoked, which is the most; revoke what is no longer used', full_one);
  end if;
  return null;
end $$;
