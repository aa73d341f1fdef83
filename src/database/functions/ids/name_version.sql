-- The queue names versions by the ids that everybody sees, and triggers on the tables enqueue those of rows.
create or replace function @extschema@.name_version() returns trigger
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  new.subject := substr(new.subject, strpos(new.subject, '.') + 1);
  return new;
end $$;
