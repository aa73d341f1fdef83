// Locking or renaming an organisation changes none of its documents, so it enqueues its access alone: the list holds neither. An
// entry for the list would end a rollback, and cost a publication that finds nothing to do. An organisation that is created or
// deleted still enqueues both.

import { type Kysely, sql } from 'kysely';

const differing = '(table deleted except table inserted) union all (table inserted except table deleted)';

const markOrganisation = (schema: string) => /* sql */ `
create or replace function ${schema}.mark_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, ${schema}, pg_temp as $$
declare ids text[];
begin
  if tg_op = 'INSERT' then select array_agg(id) into ids from inserted;
  elsif tg_op = 'DELETE' then select array_agg(id) into ids from deleted;
  else select array_agg(distinct id) into ids from (${differing}) changed;
  end if;
  insert into pending_change (organisation_id, what)
  select id, what from unnest(ids) id, unnest(case tg_op when 'UPDATE' then '{access}' else '{access,list}' end::text[]) what
  on conflict do nothing;
  perform pg_notify('belfry_change', id) from unnest(ids) id;
  return null;
end $$;`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(markOrganisation(rows[0]?.schema ?? '')).execute(database);
}
