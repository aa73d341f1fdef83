-- For dashboards in any language.
create or replace function @extschema@.revoke_link(link_id text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare moment timestamptz;
begin
  -- What may be a token is not repeated in a message.
  if link_id is null or link_id !~ '^[A-Za-z0-9_-]{1,64}$' or link_id ~ 'belfry_' then
    raise exception using errcode = 'invalid_parameter_value', message = 'revoke_link: give the id of a link, not its token';
  end if;
  update link set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = link_id returning revoked_at into moment;
  if moment is null then
    raise exception using errcode = 'no_data_found', message = format('revoke_link: there is no link %s', link_id);
  end if;
  return moment;
end $$;
