-- Adds to the outbox what happened to an organisation, [{"type": ..., "data": {...}}, ...], in the transaction that records it; nothing
-- that no webhook wants. An organisation has 1000 entries there at most, or as many as one call brings: the oldest leave for the newest,
-- and are counted. No row of a webhook is locked, so nobody who holds one is waited for.
create or replace function @extschema@.enqueue_webhook_events(organisation text, events jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  wanted jsonb;
  excess integer;
  pushed integer := 0;
begin
  select jsonb_agg(entry order by place) into wanted
  from jsonb_array_elements(events) with ordinality listed(entry, place)
  where exists (
    select from webhook hook
    where hook.organisation_id = organisation and hook.enabled and (hook.events is null or entry ->> 'type' = any (hook.events)));
  if wanted is null then return; end if;
  excess := jsonb_array_length(wanted) - 1000
    + (select count(*) from (select from webhook_event where organisation_id = organisation limit 1000) waiting);
  if excess > 0 then
    begin
      with oldest as (
        select seq from webhook_event where organisation_id = organisation order by seq limit excess for update skip locked
      ), gone as (delete from webhook_event using oldest where webhook_event.seq = oldest.seq returning webhook_event.dropped)
      select coalesce(sum(dropped + 1), 0) into pushed from gone;
    exception when serialization_failure then
      pushed := 0; -- somebody else took them meanwhile, and a publication does not fail for it
    end;
  end if;
  insert into webhook_event (organisation_id, type, data, dropped)
  select organisation, entry ->> 'type', entry -> 'data', case place when 1 then pushed else 0 end
  from jsonb_array_elements(wanted) with ordinality listed(entry, place)
  order by place;
end $$;
