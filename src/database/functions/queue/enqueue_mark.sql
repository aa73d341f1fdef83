-- On a logical replica: enqueues what the primary says by a row of belfry_mark, whose apply worker fires no other triggers.
create or replace function @extschema@.enqueue_mark() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if new.organisation_id ~ '^[a-z0-9_-]{1,64}$' then
    perform enqueue_named('belfry_mark', new.organisation_id, new.what, new.subject);
  else -- which its CHECK refuses
    insert into pending_change (organisation_id, what, subject) values (new.organisation_id, new.what, new.subject);
  end if;
  if new.what in ('access', 'key', 'link') then perform pg_notify('belfry_change', new.organisation_id); end if;
  return null;
exception when check_violation or foreign_key_violation then
  -- In an apply worker an error would end the replication of everything.
  if current_setting('session_replication_role') <> 'replica' then raise; end if;
  raise warning 'belfry_mark: nothing is enqueued by the row %, which does not name what can be published', new.id;
  return null;
end $$;
