-- Removes what is older than a year, at most 10000 entries at a time. Returns how many.
create or replace function @extschema@.prune_audit() returns integer
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare pruned integer;
begin
  delete from audit where id in (
    select id from (select id, at from audit order by id limit 10000) oldest where at < now() - interval '1 year');
  get diagnostics pruned = row_count;
  return pruned;
end $$;
