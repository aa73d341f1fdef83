-- An entry for each webhook that changes. Of its address only the host is recorded: the rest may be what its receiver keeps secret.
create or replace function @extschema@.audit_webhook() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then webhook_state_of(old) end;
  became jsonb := case when tg_op <> 'DELETE' then webhook_state_of(new) end;
  action text := case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else
    case when new.rotated_at is distinct from old.rotated_at then 'rotated' else 'changed' end end;
begin
  if tg_op = 'UPDATE' and action = 'changed' and was = became and old.url = new.url then return null; end if;
  insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
  select coalesce(new.organisation_id, old.organisation_id), 'webhook', action, coalesce(new.id, old.id),
    case tg_op when 'UPDATE' then audit_difference(was, became) else was end,
    case tg_op when 'UPDATE' then audit_difference(became, was) else became end,
    session_user, acting.via, acting.actor, acting.admin_id, acting.address
  from audit_actor() acting;
  return null;
end $$;
