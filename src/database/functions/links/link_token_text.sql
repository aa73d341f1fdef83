-- The text of a link's token: that of a key with another prefix.
create or replace function @extschema@.link_token_text(handle text, random bytea) returns text
language sql immutable strict set search_path = pg_catalog, @extschema@, pg_temp as $$
  select 'belfry_link_' || substr(api_key_text(handle, random), 8) $$;
