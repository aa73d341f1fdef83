-- Of the parts of a calendar, an entry for the first change in a transaction: an import replaces all of them.
create or replace function @extschema@.audit_calendar_part() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'calendar', 'changed', change.owner, null,
      jsonb_build_object('changed', tg_table_name, 'count', change.rows),
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select organisation_id as owner, count(*) as rows from inserted row
      where not exists (select from audit where audit.organisation_id = row.organisation_id
        and audit.transaction_id = pg_current_xact_id() and audit.resource = 'calendar')
      group by organisation_id
    ) change;
  elsif tg_op = 'DELETE' then
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'calendar', 'changed', change.owner, null,
      jsonb_build_object('changed', tg_table_name, 'count', change.rows),
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select organisation_id as owner, count(*) as rows from deleted row
      where not exists (select from audit where audit.organisation_id = row.organisation_id
        and audit.transaction_id = pg_current_xact_id() and audit.resource = 'calendar')
      group by organisation_id
    ) change;
  else
    insert into audit (organisation_id, resource, action, subject, old, new, database_user, via, actor, admin_id, address)
    select change.owner, 'calendar', 'changed', change.owner, null,
      jsonb_build_object('changed', tg_table_name, 'count', change.rows),
      session_user, acting.via, acting.actor, acting.admin_id, acting.address
    from audit_actor() acting cross join lateral (
      select organisation_id as owner, count(*) as rows from (
        (table deleted except table inserted) union all (table inserted except table deleted)
      ) row
      where not exists (select from audit where audit.organisation_id = row.organisation_id
        and audit.transaction_id = pg_current_xact_id() and audit.resource = 'calendar')
      group by organisation_id
    ) change;
  end if;
  return null;
end $$;
