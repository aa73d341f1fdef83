// Lets an entry of the queue name a link that awaits approval: after a restore of the database's backup the store refuses it, and the
// database grants it. Such an entry stays until somebody approves or changes the link, so it does not count as one of those that
// name a changed link.

import { type Kysely, sql } from 'kysely';

/** How many entries of an organisation name a changed link; above that one entry stands for all. */
const mostNamed = 1000;

const id = "'^[A-Za-z0-9_-]{1,64}$'";

const statements = (schema: string, options: string) => /* sql */ `
alter table ${schema}.pending_change
  drop constraint pending_change_subject,
  add constraint pending_change_subject check (case what
    when 'version' then subject is not null and subject ~ ${id}
    when 'removal' then subject is not null and subject ~ ${id}
    when 'key' then subject is null or subject ~ '^[0-9a-f]{64}$'
    when 'link' then subject is null or subject ~ '^((after|held):)?[0-9a-f]{64}$'
    when 'calendar' then subject is null or subject = 'removed'
    else subject is null end);

create or replace function ${schema}.enqueue_links(organisations text[], hashes text[]) returns void language plpgsql ${options} as $$
begin
  with changed as (
    select organisation_id, sha256 from unnest(organisations, hashes) changed(organisation_id, sha256)
    where exists (select from organisation where organisation.id = changed.organisation_id)
  ), of_organisation as (
    select organisation_id, count(*) + (select count(*) from (
      select from pending_change waiting where waiting.organisation_id = changed.organisation_id and what = 'link'
        and (subject is null or subject not like 'held:%')
      limit ${mostNamed}) waiting) as named
    from changed group by organisation_id
  )
  insert into pending_change (organisation_id, what, subject)
  select distinct organisation_id, 'link', case when named <= ${mostNamed} then sha256 end
  from changed join of_organisation using (organisation_id)
  on conflict do nothing;
  perform pg_notify('belfry_change', organisation_id)
  from (select distinct organisation_id from unnest(organisations) organisation_id) notified;
end $$;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `security definer set search_path = pg_catalog, ${schema}, pg_temp`;
  await sql.raw(statements(schema, options)).execute(database);
}
