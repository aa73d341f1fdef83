-- The record of an organisation holds all its keys.
create or replace function @extschema@.bound_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare full_one text;
begin
  select organisation_id into full_one from api_key
  where revoked_at is null and organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > 1000 limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has 1000 keys that are not revoked, which is the most; revoke what is no longer used', full_one);
  end if;
  return null;
end $$;
