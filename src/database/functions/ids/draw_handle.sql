-- The database draws the handle of an organisation. Row triggers do not run where PostgreSQL restores a whole dump, which creates
-- them last, and in an apply worker: rows arrive there with the handle that they have.
create or replace function @extschema@.draw_handle() returns trigger
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if new.handle <> '' then
    raise exception using errcode = 'restrict_violation',
      message = format('organisation %s brings a handle along; leave it out, since the database draws it: '
        'keys of the organisation that had it would open this one', left(new.id, 100)),
      hint = 'To restore rows with the handles that they had, disable the triggers: pg_restore --data-only --disable-triggers';
  end if;
  -- The first 12 digits of a random UUID are all random: 48 bits, from a cryptographic source.
  new.handle := left(replace(gen_random_uuid()::text, '-', ''), 12);
  return new;
end $$;
