-- Enqueues changed keys with what that means to whoever is told, and notifies watchers. Of several changes in one transaction the last
-- that means something counts.
create or replace function @extschema@.mark_key() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pending_change (organisation_id, what, subject, event)
    select organisation_id, 'key', sha256, key_event(id, case when revoked_at is null then 'key.created' end)
    from inserted changed
    where organisation_id is not null
    on conflict (transaction_id, (coalesce(subject, '')), organisation_id, what, transaction_began)
      do update set event = excluded.event where excluded.event is not null;
    perform pg_notify('belfry_change', organisation_id) from (table inserted) changed;
  elsif tg_op = 'DELETE' then
    insert into pending_change (organisation_id, what, subject, event)
    select organisation_id, 'key', sha256, key_event(id, case when revoked_at is null then 'key.revoked' end)
    from deleted changed
    where organisation_id is not null
    on conflict (transaction_id, (coalesce(subject, '')), organisation_id, what, transaction_began)
      do update set event = excluded.event where excluded.event is not null;
    perform pg_notify('belfry_change', organisation_id) from (table deleted) changed;
  else
    insert into pending_change (organisation_id, what, subject, event)
    select organisation_id, 'key', sha256,
      key_event(max(id), case when bool_or(revoked_at is not null and is_new) and not bool_or(revoked_at is not null and not is_new)
        then 'key.revoked' end)
    from (
      select *, false as is_new from (table deleted except table inserted) before
      union all select *, true from (table inserted except table deleted) after
    ) changed
    where organisation_id is not null
    group by organisation_id, sha256
    on conflict (transaction_id, (coalesce(subject, '')), organisation_id, what, transaction_began)
      do update set event = excluded.event where excluded.event is not null;
    perform pg_notify('belfry_change', organisation_id) from (
      (table deleted except table inserted) union all (table inserted except table deleted)
    ) changed;
  end if;
  return null;
end $$;
