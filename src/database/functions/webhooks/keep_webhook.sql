-- Keeps who created a webhook, and whose it is. What its receiver did before does not count any more when it is switched on again or
-- gets another address.
create or replace function @extschema@.keep_webhook() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := author();
    return new;
  end if;
  if (new.id, new.organisation_id) is distinct from (old.id, old.organisation_id) then
    raise exception using errcode = 'restrict_violation',
      message = format('webhook %s cannot become another one; create a new one and remove this one', old.id);
  end if;
  new.created_by := old.created_by;
  if new.enabled and (not old.enabled or new.url <> old.url) then new.enabled_at := clock_timestamp(); end if;
  return new;
end $$;
