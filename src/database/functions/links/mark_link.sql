-- Enqueues changed links, and notifies watchers.
create or replace function @extschema@.mark_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  organisations text[];
  hashes text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from inserted;
    -- What a new link shows is derived.
    insert into pending_change (organisation_id, what) select distinct organisation_id, 'calendar' from inserted
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from deleted;
    delete from link_ended using deleted where link_id = deleted.id;
  else
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes
    from (select distinct organisation_id, sha256 from (
      (table deleted except table inserted) union all (table inserted except table deleted)
    ) changed) changed;
    -- So is what it leaves out.
    insert into pending_change (organisation_id, what)
    select distinct inserted.organisation_id, 'calendar' from inserted join deleted using (id)
    where inserted.cancelled <> deleted.cancelled
    on conflict do nothing;
  end if;
  if organisations is not null then perform enqueue_links(organisations, hashes); end if;
  return null;
end $$;
