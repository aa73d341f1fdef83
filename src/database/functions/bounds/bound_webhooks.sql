-- Each event is delivered to each webhook.
create or replace function @extschema@.bound_webhooks() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare full_one text;
begin
  select organisation_id into full_one from webhook
  where organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > 10 limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has 10 webhooks, which is the most; remove what is no longer used', full_one);
  end if;
  return null;
end $$;
