-- Who creates and revokes: the session's user, since a role that a session assumes says less, and an application may give itself any
-- name; for somebody who signed in to a dashboard, with the name.
create or replace function @extschema@.author() returns text
language plpgsql stable set search_path = pg_catalog, @extschema@, pg_temp as $$
declare acting record;
begin
  select * into acting from audit_actor();
  return case when acting.via in ('api', 'page') and acting.actor is not null
    then acting.actor || ' (' || session_user || ')' else session_user end;
end $$;
