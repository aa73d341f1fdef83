-- Adds to the entry of this transaction about the days of an organisation. It says how many rows changed and of which dates, and never
-- whom or what they name: the audit must not become a profile of anybody's absences.
create or replace function @extschema@.audit_days_changed(owner text, kind text, rows bigint, first_day integer, last_day integer) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  update audit set new = new || jsonb_build_object(
    'from', least((new ->> 'from')::integer, first_day), 'to', greatest((new ->> 'to')::integer, last_day),
    kind, (new ->> kind)::bigint + rows)
  where audit.organisation_id = owner and transaction_id = pg_current_xact_id() and resource = 'days';
  if found then return; end if;
  insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
  select owner, 'days', 'changed', owner, null,
    jsonb_build_object('from', first_day, 'to', last_day, 'inserted', 0, 'updated', 0, 'deleted', 0, kind, rows),
    session_user, acting.via, acting.actor, acting.admin_id, acting.address
  from audit_actor() acting;
end $$;
