-- Enters the versions whose rows a statement changed into changed_version, a narrow table without checks; a publisher moves them to the
-- queue (enqueue_changed_versions.sql). It runs for each change that an editor makes, so it is one statement, does not compare old and
-- new rows, and does not NOTIFY, for which PostgreSQL holds a lock of the whole server until the end of the commit.
create or replace function @extschema@.mark_version_content() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into changed_version (version_id) select distinct version_id from inserted on conflict do nothing;
  elsif tg_op = 'DELETE' then
    insert into changed_version (version_id) select distinct version_id from deleted on conflict do nothing;
  else
    insert into changed_version (version_id) select version_id from inserted union select version_id from deleted on conflict do nothing;
  end if;
  return null;
end $$;
