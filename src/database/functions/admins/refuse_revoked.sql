-- A key, link or admin that was revoked stays revoked when its row is deleted and inserted again.
create or replace function @extschema@.refuse_revoked() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare again text;
begin
  select id into again from inserted join revoked_secret using (sha256) where inserted.revoked_at is null limit 1;
  if again is not null then
    raise exception using errcode = 'restrict_violation',
      message = format('%s %s was revoked before its row was deleted, and stays revoked, since others may know it; create a new one',
        case tg_table_name when 'api_key' then 'key' else tg_table_name end, again);
  end if;
  return null;
end $$;
