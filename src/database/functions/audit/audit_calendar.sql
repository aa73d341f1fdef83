-- An entry for each calendar that a statement changes; one that moves to another organisation leaves an entry in both. A table without
-- rows stands for what was not before, or is not afterwards, so that one statement compares both.
create or replace function @extschema@.audit_calendar() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'calendar', change.action, change.owner, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner,
        case when before.state is null then 'created' when after.state is null then 'deleted' else 'changed' end as action,
        case when after.state is null then before.state else audit_difference(before.state, after.state) end as was,
        case when before.state is null then after.state else audit_difference(after.state, before.state) end as became
      from (
        select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
          'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state
        from (select * from calendar where false) none
      ) before full join (
        select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
          'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state from inserted
      ) after using (owner)
      where before.state is distinct from after.state
    ) change;
  elsif tg_op = 'DELETE' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'calendar', change.action, change.owner, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner,
        case when before.state is null then 'created' when after.state is null then 'deleted' else 'changed' end as action,
        case when after.state is null then before.state else audit_difference(before.state, after.state) end as was,
        case when before.state is null then after.state else audit_difference(after.state, before.state) end as became
      from (
        select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
          'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state from deleted
      ) before full join (
        select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
          'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state
        from (select * from calendar where false) none
      ) after using (owner)
      where before.state is distinct from after.state
    ) change;
  else
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'calendar', change.action, change.owner, change.was, change.became,
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select owner,
        case when before.state is null then 'created' when after.state is null then 'deleted' else 'changed' end as action,
        case when after.state is null then before.state else audit_difference(before.state, after.state) end as was,
        case when before.state is null then after.state else audit_difference(after.state, before.state) end as became
      from (
        select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
          'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state from deleted
      ) before full join (
        select organisation_id as owner, jsonb_build_object('timeZone', time_zone, 'schoolDays', school_days, 'counting', counting,
          'fileDigest', left(encode(sha256(convert_to(file, 'UTF8')), 'hex'), 16)) as state from inserted
      ) after using (owner)
      where before.state is distinct from after.state
    ) change;
  end if;
  return null;
end $$;
