-- For dashboards in any language.
create or replace function @extschema@.revoke_api_key(key_id text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare moment timestamptz;
begin
  -- What may be a key is not repeated in a message.
  if key_id is null or key_id !~ '^[A-Za-z0-9_-]{1,64}$' or key_id ~ 'belfry_' then
    raise exception using errcode = 'invalid_parameter_value', message = 'revoke_api_key: give the id of a key, not the key';
  end if;
  update api_key set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = key_id returning revoked_at into moment;
  if moment is null then
    raise exception using errcode = 'no_data_found', message = format('revoke_api_key: there is no key %s', key_id);
  end if;
  return moment;
end $$;
