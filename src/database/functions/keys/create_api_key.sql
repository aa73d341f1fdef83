-- For dashboards in any language: draws a key, returns it this once, and stores its SHA-256.
create or replace function @extschema@.create_api_key(
  organisation text, name text, expires timestamptz default null, published_only boolean default false
) returns table (id text, key text)
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
#variable_conflict use_variable
declare
  found_handle text;
  hash text;
begin
  select known.handle into found_handle from organisation known where known.id = create_api_key.organisation;
  if found_handle is null then
    raise exception using errcode = 'foreign_key_violation',
      message = format('create_api_key: there is no organisation %L; insert it into the table organisation first', left(organisation, 100));
  end if;
  if name is null or name !~ '[^[:space:][:cntrl:]]' or name ~ '[[:cntrl:]]' then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_api_key: a name says what the key is for; it must not be blank or have control characters';
  end if;
  if expires <= clock_timestamp() then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('create_api_key: the key would have expired at %s; give a later time, or null for never', expires);
  end if;
  if published_only is null then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_api_key: published_only is true for a key that does not see drafts, or false';
  end if;
  id := 'key_' || translate(encode(substring(random_bytes(1) from 1 for 9), 'base64'), '+/', '-_');
  key := api_key_text(found_handle, random_bytes(5));
  -- Not within the statement, whose values a server may log.
  hash := encode(sha256(convert_to(key, 'UTF8')), 'hex');
  insert into api_key (id, organisation_id, name, sha256, expires_at, published_only)
  values (id, organisation, name, hash, expires, published_only);
  return next;
end $$;
