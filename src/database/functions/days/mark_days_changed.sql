-- For people and programs: says that what is different on the days of an organisation has changed.
create or replace function @extschema@.mark_days_changed(organisation text) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if organisation is null then
    raise exception using errcode = 'null_value_not_allowed', message = 'mark_days_changed: name an organisation';
  end if;
  if organisation !~ '^[a-z0-9_-]{1,64}$' then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('mark_days_changed: %L is not the id of an organisation', left(organisation, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;
  perform enqueue_named('mark_days_changed', organisation, 'days', null);
end $$;
