-- An entry for each organisation whose links a statement changes, which names the first 50 ids. What is recorded is named column by
-- column, so that no secret and no hash gets in.
create or replace function @extschema@.audit_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'link', change.action, change.key, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner, action, case count(*) when 1 then min(key) end as key,
        case count(*) when 1 then jsonb_agg(was) -> 0 end as was,
        case count(*) when 1 then jsonb_agg(became) -> 0 else
          jsonb_build_object('count', count(*), 'ids', to_jsonb((array_agg(key order by key))[1:50])) end as became
      from (
        select owner, key, 'created' as action, null::jsonb as was, state as became from (
          select organisation_id as owner, id as key, revoked_at is not null as is_revoked,
            jsonb_build_object('kind', kind, 'entityId', entity_id, 'name', left(name, 1000), 'expiresAt', audit_moment(expires_at),
              'revokedAt', audit_moment(revoked_at)) || case cancelled when 'hide' then '{"cancelled": "hide"}'::jsonb else '{}' end as state from inserted
        ) row
      ) row
      group by owner, action
    ) change;
  elsif tg_op = 'DELETE' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'link', change.action, change.key, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner, action, case count(*) when 1 then min(key) end as key,
        case count(*) when 1 then jsonb_agg(was) -> 0 end as was,
        case count(*) when 1 then jsonb_agg(became) -> 0 else
          jsonb_build_object('count', count(*), 'ids', to_jsonb((array_agg(key order by key))[1:50])) end as became
      from (
        select owner, key, 'deleted' as action, state as was, null::jsonb as became from (
          select organisation_id as owner, id as key, revoked_at is not null as is_revoked,
            jsonb_build_object('kind', kind, 'entityId', entity_id, 'name', left(name, 1000), 'expiresAt', audit_moment(expires_at),
              'revokedAt', audit_moment(revoked_at)) || case cancelled when 'hide' then '{"cancelled": "hide"}'::jsonb else '{}' end as state from deleted
        ) row
      ) row
      group by owner, action
    ) change;
  else
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'link', change.action, change.key, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner, action, case count(*) when 1 then min(key) end as key,
        case count(*) when 1 then jsonb_agg(was) -> 0 end as was,
        case count(*) when 1 then jsonb_agg(became) -> 0 else
          jsonb_build_object('count', count(*), 'ids', to_jsonb((array_agg(key order by key))[1:50])) end as became
      from (
        select after.owner, after.key, case when after.is_revoked and not before.is_revoked then 'revoked' else 'changed' end as action,
          audit_difference(before.state, after.state) as was, audit_difference(after.state, before.state) as became
        from (
          select organisation_id as owner, id as key, revoked_at is not null as is_revoked,
            jsonb_build_object('kind', kind, 'entityId', entity_id, 'name', left(name, 1000), 'expiresAt', audit_moment(expires_at),
              'revokedAt', audit_moment(revoked_at)) || case cancelled when 'hide' then '{"cancelled": "hide"}'::jsonb else '{}' end as state from deleted
        ) before join (
          select organisation_id as owner, id as key, revoked_at is not null as is_revoked,
            jsonb_build_object('kind', kind, 'entityId', entity_id, 'name', left(name, 1000), 'expiresAt', audit_moment(expires_at),
              'revokedAt', audit_moment(revoked_at)) || case cancelled when 'hide' then '{"cancelled": "hide"}'::jsonb else '{}' end as state from inserted
        ) after using (key)
        where before.state <> after.state
      ) row
      group by owner, action
    ) change;
  end if;
  return null;
end $$;
