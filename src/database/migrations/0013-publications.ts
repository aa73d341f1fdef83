// What readers get of each version, so that a timetable editor can show by SQL whether a change is live. The publisher of an
// organisation's documents records it in the transaction that clears the queue (src/database/queue/record-publications.ts). The
// view version_publication adds what is still queued.

import { type Kysely, sql } from 'kysely';

const statements = (schema: string) => /* sql */ `
create table ${schema}.publication (
  organisation_id text not null check (organisation_id ~ '^[a-z0-9_-]{1,64}$'),
  version_id text not null check (version_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  state text not null check (state in ('served', 'withheld')),
  generation bigint, -- which first had the form that is served; null when none is, or when it is not known
  since timestamptz not null, -- served: since this form is; withheld: since it is withheld
  reason text check ((reason is not null) = (state = 'withheld')),
  last_good_is_served boolean not null default false check (not (last_good_is_served and state = 'served')),
  primary key (organisation_id, version_id)
);

-- It lasts as long as the lease, which is deleted when nothing of a deleted organisation is published any more.
create function ${schema}.forget_publications() returns trigger language plpgsql security definer
  set search_path = pg_catalog, ${schema}, pg_temp as $$
begin
  delete from publication using deleted
    where deleted.kind = 'documents' and publication.organisation_id = deleted.organisation_id;
  return null;
end $$;
revoke execute on function ${schema}.forget_publications() from public;
create trigger forget_publications after delete on ${schema}.publish_lease
  referencing old table as deleted for each statement execute function ${schema}.forget_publications();

-- pending: a change is queued. unknown: an earlier release published the version, or nothing ever did.
create view ${schema}.version_publication as
  with version as (
    select timetable.organisation_id, version.id as version_id
    from ${schema}.timetable_version version join ${schema}.timetable on timetable.id = version.timetable_id
    where not version.is_autosave
    union select organisation_id, version_id from ${schema}.publication
  ), changed as (
    select version_id, min(transaction_began) as since from ${schema}.changed_version group by version_id
  )
  select version.organisation_id, version.version_id,
    case
      when pending.since is not null then 'pending'
      when publication.state is null then 'unknown'
      when publication.state = 'served' and lease.rolled_back then 'rolled back'
      else publication.state
    end as state,
    coalesce(publication.state = 'served' or publication.last_good_is_served, false) as is_served,
    publication.generation,
    coalesce(pending.since, publication.since) as since,
    case when pending.since is null then publication.reason else lease.last_error end as reason,
    case when pending.since is not null then lease.retry_at end as retry_at
  from version
  left join ${schema}.publication
    on publication.organisation_id = version.organisation_id and publication.version_id = version.version_id
  left join ${schema}.publish_lease lease
    on lease.organisation_id = version.organisation_id and lease.kind = 'documents'
  left join changed on changed.version_id = version.version_id
  left join lateral (
    select least(min(waiting.changed_at), changed.since) as since from ${schema}.pending_change waiting
    where waiting.organisation_id = version.organisation_id and case waiting.what
      when 'organisation' then true
      when 'version' then waiting.subject = version.version_id
      when 'list' then publication.state is null -- which also builds versions that are not listed yet
      else false end
  ) pending on true;

-- Whoever publishes records.
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant select, insert, update, delete on ${schema}.publication to %I', publisher);
  end loop;
end $$;

-- What is published already is recorded when it is built again, which writes nothing that is unchanged.
insert into ${schema}.pending_change (organisation_id, what)
  select id, 'organisation' from ${schema}.organisation where not exists (
    select from ${schema}.pending_change where organisation_id = organisation.id and what = 'organisation');
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
