-- Enqueues the access of changed organisations. Locking or renaming one changes none of its documents, and an entry for the list
-- would end a rollback; an organisation that is created or deleted enqueues the list as well. Access is rare and urgent, so
-- watchers are notified.
create or replace function @extschema@.mark_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare ids text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into ids from inserted;
  elsif tg_op = 'DELETE' then
    select array_agg(id) into ids from deleted;
  else
    select array_agg(distinct id) into ids from (
      (table deleted except table inserted) union all (table inserted except table deleted)
    ) changed;
  end if;
  insert into pending_change (organisation_id, what)
  select id, what from unnest(ids) id, unnest(case tg_op when 'UPDATE' then '{access}' else '{access,list}' end::text[]) what
  on conflict do nothing;
  perform pg_notify('belfry_change', id) from unnest(ids) id;
  return null;
end $$;
