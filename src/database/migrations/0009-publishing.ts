// What publishers keep: the queue, their leases, what they published, and from where.
//
// The queue is quick whatever is in it: access and calendars have indexes of their own, so that a revocation is found among a
// million changes of documents, and dead rows are vacuumed soon. Its entries also name links, calendars, and removals that
// somebody made on purpose: what merely disappears may have been lost, so readers keep it until somebody approves.
//
// A lease remembers the fence of what it published last. A record in the store with a smaller one was put back from a backup or a
// copy, and may let a revoked key in. Of what was derived it says from when until when it is right, and by which time-zone data.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";

/** The id that everybody sees, of rows in Belfry's own tables, where only a handle can stand before a dot. */
const publicId = (column: string) => `substr(${column}, strpos(${column}, '.') + 1)`;

const queue = (schema: string) => /* sql */ `
-- link: the record of the link with the SHA-256 in subject, or of all links, or of all after one (after:SHA-256), or a link that
-- awaits approval (held:SHA-256). calendar: what is derived from documents and calendar. removal: the version in subject was
-- removed on purpose, or, without one, versions were moved to another organisation.
alter table ${schema}.pending_change
  drop constraint pending_change_check,
  drop constraint pending_change_what_check,
  drop constraint pending_change_subject,
  add constraint pending_change_what_check
    check (what in ('access', 'key', 'link', 'version', 'list', 'organisation', 'calendar', 'removal')),
  add constraint pending_change_subject check (case what
    when 'version' then subject is not null and subject ~ ${id}
    when 'removal' then subject is null or subject ~ ${id}
    when 'key' then subject is null or subject ~ '^[0-9a-f]{64}$'
    when 'link' then subject is null or subject ~ '^((after|held):)?[0-9a-f]{64}$'
    when 'calendar' then subject is null or subject = 'removed'
    else subject is null end);
create index pending_change_access on ${schema}.pending_change (organisation_id, seq)
  where what in ('access', 'key', 'link');
create index pending_change_access_new on ${schema}.pending_change (transaction_id)
  where what in ('access', 'key', 'link');
create index pending_change_calendar on ${schema}.pending_change (organisation_id, changed_at) where what = 'calendar';
create index pending_change_calendar_new on ${schema}.pending_change (transaction_id) where what = 'calendar';
`;

/**
 * Both tables live from a moment to the next, so they are vacuumed by what is dead, not by their size. They keep their pages:
 * giving them back takes a lock for which editors would wait.
 */
const storage = (schema: string) =>
  ['changed_version', 'pending_change', 'publish_lease']
    .map(
      (table) => /* sql */ `
alter table ${schema}.${table} set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000, vacuum_truncate = off
);`,
    )
    .join('');

const leases = (schema: string) => /* sql */ `
-- fence: null until the part is published again after this migration. The others are by the publisher's clock, and null where
-- nothing is derived, or there is no calendar.
alter table ${schema}.publish_lease
  add column fence bigint,
  drop constraint publish_lease_kind_check,
  add constraint publish_lease_kind_check check (kind in ('access', 'documents', 'derived')),
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  add column tzdata text check (octet_length(tzdata) <= 100),
  add constraint publish_lease_validity check (
    case when valid_until is null then valid_from is null and tzdata is null
    else kind in ('derived', 'days') and valid_from is not null and tzdata is not null and valid_from < valid_until end);
-- What becomes due by time is found without reading all leases.
create index publish_lease_valid_from on ${schema}.publish_lease (valid_from);
create index publish_lease_valid_until on ${schema}.publish_lease (valid_until);
create index publish_lease_tzdata on ${schema}.publish_lease (tzdata collate "C");
`;

/**
 * What readers get of each version, so that a timetable editor can show by SQL whether a change is live. The publisher of an
 * organisation's documents records it in the transaction that clears the queue (src/database/queue/record-publications.ts). The
 * view adds what is still queued, with the ids that everybody sees (src/database/timetable/row-id.ts).
 */
const publications = (schema: string) => /* sql */ `
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

-- pending: a change is queued. unknown: an earlier release published the version, or nothing ever did.
create view ${schema}.version_publication as
  with version as not materialized (
    select timetable.organisation_id, ${publicId('version.id')} as version_id, version.id as row_id, version.is_autosave
    from ${schema}.timetable_version version join ${schema}.timetable on timetable.id = version.timetable_id
  ), shown as (
    select organisation_id, version_id from version where not is_autosave
    union select organisation_id, version_id from ${schema}.publication
  ), changed as (
    select version.organisation_id, version.version_id, min(entry.transaction_began) as since
    from ${schema}.changed_version entry join version on version.row_id = entry.version_id group by 1, 2
  )
  select shown.organisation_id, shown.version_id,
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
  from shown
  left join ${schema}.publication
    on publication.organisation_id = shown.organisation_id and publication.version_id = shown.version_id
  left join ${schema}.publish_lease lease
    on lease.organisation_id = shown.organisation_id and lease.kind = 'documents'
  left join changed on changed.organisation_id = shown.organisation_id and changed.version_id = shown.version_id
  left join lateral (
    select least(min(waiting.changed_at), changed.since) as since from ${schema}.pending_change waiting
    where waiting.organisation_id = shown.organisation_id and case waiting.what
      when 'organisation' then true
      when 'version' then waiting.subject = shown.version_id
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

/**
 * From which relations the database is published: for each table that Belfry reads, the table or view that a publisher's search_path
 * found when it published first. Another role, or a view that is gone, finds another relation, which is empty or holds something else.
 */
const relations = (schema: string) => /* sql */ `
alter table ${schema}.store_binding add column relations jsonb;

-- For roles that read timetables and may not read the binding. Names of relations tell nothing that the catalog does not.
grant select (relations) on ${schema}.store_binding to public;
`;

const statements = (schema: string) => /* sql */ `
${[queue, storage, leases, publications, relations].map((part) => part(schema)).join('')}
-- A table of kysely's own migrator, which Belfry no longer uses.
drop table if exists kysely_migration_lock;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
