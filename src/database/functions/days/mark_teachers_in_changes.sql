-- Whom readers see of the teachers in changes has changed.
create or replace function @extschema@.mark_teachers_in_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  insert into pending_change (organisation_id, what) values (new.id, 'calendar'), (new.id, 'days') on conflict do nothing;
  return null;
end $$;
