-- An entry for each organisation that a statement changes. What is recorded is named column by column.
create or replace function @extschema@.audit_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'organisation', change.action, change.key, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner, key, 'created' as action, null::jsonb as was, state as became from (
        select id as owner, id as key, false as is_revoked,
          jsonb_build_object('name', left(name, 1000), 'access', access || coalesce(':' || locked_because, ''), 'api', api_enabled,
            'teachersInChanges', teachers_in_changes_keys || ':' || teachers_in_changes_links) as state from inserted
      ) row
    ) change;
  elsif tg_op = 'DELETE' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'organisation', change.action, change.key, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner, key, 'deleted' as action, state as was, null::jsonb as became from (
        select id as owner, id as key, false as is_revoked,
          jsonb_build_object('name', left(name, 1000), 'access', access || coalesce(':' || locked_because, ''), 'api', api_enabled,
            'teachersInChanges', teachers_in_changes_keys || ':' || teachers_in_changes_links) as state from deleted
      ) row
    ) change;
  else
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'organisation', change.action, change.key, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select after.owner, after.key, case when after.is_revoked and not before.is_revoked then 'revoked' else 'changed' end as action,
        audit_difference(before.state, after.state) as was, audit_difference(after.state, before.state) as became
      from (
        select id as owner, id as key, false as is_revoked,
          jsonb_build_object('name', left(name, 1000), 'access', access || coalesce(':' || locked_because, ''), 'api', api_enabled,
            'teachersInChanges', teachers_in_changes_keys || ':' || teachers_in_changes_links) as state from deleted
      ) before join (
        select id as owner, id as key, false as is_revoked,
          jsonb_build_object('name', left(name, 1000), 'access', access || coalesce(':' || locked_because, ''), 'api', api_enabled,
            'teachersInChanges', teachers_in_changes_keys || ':' || teachers_in_changes_links) as state from inserted
      ) after using (key)
      where before.state <> after.state
    ) change;
  end if;
  return null;
end $$;
