-- A moment as entries of the audit have it.
create or replace function @extschema@.audit_moment(moment timestamptz) returns text
language sql immutable set search_path = pg_catalog, @extschema@, pg_temp as $$
  select case when isfinite(moment) then to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else moment::text end $$;
