-- For people and programs: says that the calendar of an organisation has changed.
create or replace function @extschema@.mark_calendar_changed(organisation text) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if organisation is null then
    raise exception using errcode = 'null_value_not_allowed', message = 'mark_calendar_changed: name an organisation';
  end if;
  if organisation !~ '^[a-z0-9_-]{1,64}$' then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('mark_calendar_changed: %L is not the id of an organisation', left(organisation, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;
  perform enqueue_named('mark_calendar_changed', organisation, 'calendar', null);
end $$;
