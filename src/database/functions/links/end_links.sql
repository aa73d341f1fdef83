-- Ends the links whose entity is deleted, and resumes them when it is there again. Most organisations have no links, and most edits
-- delete nobody.
create or replace function @extschema@.end_links() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  organisations text[];
  hashes text[];
begin
  if not exists (select from link) then return null; end if;
  if tg_op = 'DELETE' then
    with gone as (
      select link.id, link.organisation_id, link.sha256
      from (select organisation_id, id from deleted) entity
      join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
    ), ended as (insert into link_ended (link_id) select id from gone on conflict do nothing returning link_id)
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes
    from gone where id in (select link_id from ended);
    if organisations is not null then perform enqueue_links(organisations, hashes); end if;
  elsif tg_op = 'TRUNCATE' then
    with gone as (
      select link.id, link.organisation_id, link.sha256
      from (select organisation_id, entity_id as id from link where kind = tg_table_name) entity
      join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
    ), ended as (insert into link_ended (link_id) select id from gone on conflict do nothing returning link_id)
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes
    from gone where id in (select link_id from ended);
    if organisations is not null then perform enqueue_links(organisations, hashes); end if;
  elsif tg_op = 'UPDATE' then
    with gone as (
      select link.id, link.organisation_id, link.sha256
      from (select organisation_id, id from deleted except select organisation_id, id from inserted) entity
      join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
    ), ended as (insert into link_ended (link_id) select id from gone on conflict do nothing returning link_id)
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes
    from gone where id in (select link_id from ended);
    if organisations is not null then perform enqueue_links(organisations, hashes); end if;
  end if;
  if not exists (select from link_ended) then return null; end if;
  if tg_op = 'INSERT' then
    with resumed as (
      delete from link_ended using (select organisation_id, id from inserted) entity
        join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
      where link_id = link.id returning link.organisation_id, link.sha256
    )
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from resumed;
    if organisations is not null then
      perform enqueue_links(organisations, hashes);
      insert into pending_change (organisation_id, what)
      select distinct organisation_id, 'calendar' from unnest(organisations) organisation_id
      on conflict do nothing;
    end if;
  elsif tg_op = 'UPDATE' then
    with resumed as (
      delete from link_ended using (select organisation_id, id from inserted except select organisation_id, id from deleted) entity
        join link on link.organisation_id = entity.organisation_id and link.kind = tg_table_name and link.entity_id = entity.id
      where link_id = link.id returning link.organisation_id, link.sha256
    )
    select array_agg(organisation_id), array_agg(sha256) into organisations, hashes from resumed;
    if organisations is not null then
      perform enqueue_links(organisations, hashes);
      insert into pending_change (organisation_id, what)
      select distinct organisation_id, 'calendar' from unnest(organisations) organisation_id
      on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
