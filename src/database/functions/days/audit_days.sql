-- One entry for each organisation whose days a transaction changes.
create or replace function @extschema@.audit_days() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform audit_days_changed(owner, 'inserted', rows, first_day, last_day) from (
      select organisation_id as owner, count(*) as rows, min(date) as first_day, max(date) as last_day from inserted group by 1) change;
  elsif tg_op = 'DELETE' then
    perform audit_days_changed(owner, 'deleted', rows, first_day, last_day) from (
      select organisation_id as owner, count(*) as rows, min(date) as first_day, max(date) as last_day from deleted group by 1) change;
  else
    perform audit_days_changed(owner, 'updated', rows, first_day, last_day) from (
      select organisation_id as owner, count(*) as rows, min(date) as first_day, max(date) as last_day
      from (table inserted except table deleted) became group by 1) change;
  end if;
  return null;
end $$;
