-- Each admin may have sessions.
create or replace function @extschema@.bound_admins() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if 1000 < (select count(*) from (select from admin where revoked_at is null limit 1000 + 1) unrevoked) then
    raise exception using errcode = 'program_limit_exceeded',
      message = 'there are 1000 admins that are not revoked, which is the most; revoke who no longer signs in';
  end if;
  return null;
end $$;
