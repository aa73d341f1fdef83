-- For people and programs: says that the access of an organisation, its keys or its links have changed.
create or replace function @extschema@.mark_access_changed(organisation text) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if organisation is null then
    raise exception using errcode = 'null_value_not_allowed', message = 'mark_access_changed: name an organisation';
  end if;
  if organisation !~ '^[a-z0-9_-]{1,64}$' then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('mark_access_changed: %L is not the id of an organisation', left(organisation, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;
  perform enqueue_named('mark_access_changed', organisation, 'access', null);
  perform enqueue_named('mark_access_changed', organisation, 'key', null);
  perform enqueue_named('mark_access_changed', organisation, 'link', null);
  perform pg_notify('belfry_change', organisation);
end $$;
