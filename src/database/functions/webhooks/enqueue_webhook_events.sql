-- Adds to the outbox what happened to an organisation, [{"type": ..., "data": {...}}, ...], in the transaction that records it; nothing
-- where no webhook wants it. An organisation has 1000 entries there at most, which is full only while nobody sends: then the oldest
-- leave, and are counted. No row of a webhook is locked, so nobody who holds one is waited for.
create or replace function @extschema@.enqueue_webhook_events(organisation text, events jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare pushed integer := 0;
begin
  if not exists (select from webhook where organisation_id = organisation and enabled) then return; end if;
  if 1000 <= (select count(*) from (select from webhook_event where organisation_id = organisation limit 1000) waiting) then
    with oldest as (
      select seq from webhook_event where organisation_id = organisation order by seq limit jsonb_array_length(events)
      for update skip locked
    ), gone as (delete from webhook_event using oldest where webhook_event.seq = oldest.seq returning webhook_event.dropped)
    select coalesce(sum(dropped + 1), 0) into pushed from gone;
  end if;
  insert into webhook_event (organisation_id, type, data, dropped)
  select organisation, entry ->> 'type', entry -> 'data', case row_number() over (order by place) when 1 then pushed else 0 end
  from jsonb_array_elements(events) with ordinality listed(entry, place)
  where exists (
    select from webhook hook
    where hook.organisation_id = organisation and hook.enabled and (hook.events is null or entry ->> 'type' = any (hook.events)))
  order by place;
end $$;
