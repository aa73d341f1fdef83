-- When a row about a day last changed. What only takes another place among the notes of its day did not change.
create or replace function @extschema@.stamp_day() returns trigger
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{changed_at,position}'::text[] = to_jsonb(old) - '{changed_at,position}'::text[] then
    new.changed_at := old.changed_at;
  else
    new.changed_at := statement_timestamp();
  end if;
  return new;
end $$;
