-- Whom a program acts for, as it says itself in the setting belfry.actor. Whatever is written there, it never makes a change fail.
create or replace function @extschema@.audit_actor(out via text, out actor text, out admin_id text, out address text)
language plpgsql stable set search_path = pg_catalog, @extschema@, pg_temp as $$
declare given jsonb;
begin
  via := 'sql';
  if coalesce(current_setting('belfry.actor', true), '') = '' then return; end if;
  begin
    given := current_setting('belfry.actor', true)::jsonb;
  exception when others then -- anybody may write anything there
    return;
  end;
  if given ->> 'via' in ('command', 'api', 'page') then via := given ->> 'via'; end if;
  actor := left(given ->> 'by', 200);
  if given ->> 'adminId' ~ '^[A-Za-z0-9_-]{1,64}$' then admin_id := given ->> 'adminId'; end if;
  address := left(given ->> 'from', 200);
end $$;
