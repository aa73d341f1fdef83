-- For people and programs: says that a version has changed, or all of an organisation without one. The ids need not exist, since an
-- entry also removes what was deleted.
create or replace function @extschema@.mark_changed(organisation text, version text default null) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if organisation is null then
    raise exception using errcode = 'null_value_not_allowed', message = 'mark_changed: name an organisation';
  end if;
  if organisation !~ '^[a-z0-9_-]{1,64}$' then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('mark_changed: %L is not the id of an organisation', left(organisation, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;
  if version !~ '^[A-Za-z0-9_-]{1,64}$' then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('mark_changed: %L is not the id of a timetable version', left(version, 100)),
      hint = 'An id has 1 to 64 letters, digits, "_" and "-"; an organisation''s has small letters only.';
  end if;
  perform enqueue_named('mark_changed', organisation, case when version is null then 'organisation' else 'version' end, version);
end $$;
