-- For what is no row: a build, a rollback, a sign-in. Whoever may call it can add entries in the name of the session's user, and change
-- none. A state that is too long is left out.
create or replace function @extschema@.record_audit(organisation text, resource text, action text, subject text, old jsonb, new jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
#variable_conflict use_variable
declare entry bigint;
begin
  insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
  select organisation, resource, action, subject,
    case when old is null or octet_length(old::text) <= 65536 then old
      else jsonb_build_object('leftOut', octet_length(old::text)) end,
    case when new is null or octet_length(new::text) <= 65536 then new
      else jsonb_build_object('leftOut', octet_length(new::text)) end,
    session_user, acting.via, acting.actor, acting.admin_id, acting.address
  from audit_actor() acting
  returning audit.id into entry;
  return entry;
end $$;
