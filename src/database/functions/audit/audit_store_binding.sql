-- An entry when the database is bound to another store.
create or replace function @extschema@.audit_store_binding() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
  select null, 'store', 'bound', left(new.store_id, 64),
    jsonb_build_object('store', left(old.store_location, 1000), 'storeId', left(old.store_id, 64)),
    jsonb_build_object('store', left(new.store_location, 1000), 'storeId', left(new.store_id, 64)),
    session_user, acting.via, acting.actor, acting.admin_id, acting.address
  from audit_actor() acting;
  return null;
end $$;
