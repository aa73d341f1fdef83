-- An entry for a table that is emptied, before it is.
create or replace function @extschema@.audit_truncated() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare rows bigint;
begin
  execute format('select count(*) from %I.%I', tg_table_schema, tg_table_name) into rows;
  insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
  select null, case when tg_table_name = 'api_key' then 'key' when tg_table_name like 'day%' then 'days'
      else split_part(tg_table_name, '_', 1) end, 'deleted', null,
    jsonb_build_object('table', tg_table_name, 'count', rows), null,
    session_user, acting.via, acting.actor, acting.admin_id, acting.address
  from audit_actor() acting where rows > 0;
  return null;
end $$;
