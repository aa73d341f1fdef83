// Webhooks: who wants to be told when something changes for readers, what is still to be told, and what became of it.
//
// The publisher writes `webhook_event`, the outbox, in the transaction that records what it did. No foreign key leads from it to a
// webhook, and none from what the sender writes, so whoever holds the row of a webhook holds up neither a revocation nor the sender.
// A secret is needed to sign, so it cannot be stored as a hash: it has a table of its own, which only the sender may read.

import { type Kysely, sql } from 'kysely';

const organisationId = "'^[a-z0-9_-]{1,64}$'";
const type = "'^[a-z]{1,32}[.][a-z]{1,32}$'";

const statements = (schema: string) => /* sql */ `
create table ${schema}.webhook (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  organisation_id text not null references ${schema}.organisation on delete cascade,
  url text not null check (octet_length(url) <= 2048),
  description text check (octet_length(description) <= 4096),
  events text[] check (cardinality(events) between 1 and 32), -- null: all
  enabled boolean not null default true,
  -- What the sender found wrong before does not count any more.
  enabled_at timestamptz not null default clock_timestamp(),
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text check (octet_length(created_by) <= 4096)
);
create index webhook_organisation on ${schema}.webhook (organisation_id, created_at, id);

-- While a secret is rotated there are two, of which one has an end.
create table ${schema}.webhook_secret (
  webhook_id text not null references ${schema}.webhook on delete cascade,
  secret text not null check (octet_length(secret) <= 128),
  created_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz,
  primary key (webhook_id, created_at)
);

-- The outbox. An entry leaves when it has become a delivery of each webhook that wants it.
create table ${schema}.webhook_event (
  seq bigint generated always as identity primary key,
  organisation_id text not null check (organisation_id ~ ${organisationId}),
  event_id text not null default 'evt_' || replace(gen_random_uuid()::text, '-', '') check (octet_length(event_id) <= 64),
  type text not null check (type ~ ${type}),
  data jsonb not null check (octet_length(data::text) <= 16384),
  at timestamptz not null default clock_timestamp(),
  kind text not null default 'event' check (kind in ('event', 'test', 'replay')),
  webhook_id text, -- of a test or a replay, the only one
  dropped integer not null default 0, -- older entries that this one pushed out of a full outbox
  check ((kind = 'event') = (webhook_id is null))
);
create index webhook_event_organisation on ${schema}.webhook_event (organisation_id, seq);

create table ${schema}.webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  event_id text not null,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  kind text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  not_before timestamptz not null default clock_timestamp(),
  answers jsonb not null default '[]', -- of each attempt: when, how long, the status and the beginning of the answer, or the error
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create index webhook_delivery_webhook on ${schema}.webhook_delivery (webhook_id, id);
create index webhook_delivery_pending on ${schema}.webhook_delivery (webhook_id, id) where state = 'pending';
create index webhook_delivery_age on ${schema}.webhook_delivery (created_at);

-- How it stands with each webhook. Only the sender writes it.
create table ${schema}.webhook_state (
  webhook_id text primary key,
  organisation_id text not null check (organisation_id ~ ${organisationId}),
  due_at timestamptz, -- null where nothing is to be delivered
  claimed_until timestamptz, -- until then a sender is at it
  failing_since timestamptz, -- an event could not be delivered in all attempts, and none since
  gone_at timestamptz, -- the receiver answered 410
  dropped integer not null default 0
);
create index webhook_state_due on ${schema}.webhook_state (due_at) where due_at is not null;

-- What a changed key means to whoever is told, as {"type": ..., "keyId": ...}.
alter table ${schema}.pending_change add column event jsonb;

-- The last state of the access, and the last change for readers, of which webhooks were told.
alter table ${schema}.publish_lease add column told text check (octet_length(told) <= 256);

-- Only whoever watches binds the database to a store; others publish, and must not read secrets.
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.store_binding'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant select on ${schema}.webhook, ${schema}.webhook_secret to %I', publisher);
    execute format('grant select, insert, update, delete on ${schema}.webhook_event, ${schema}.webhook_delivery, ${schema}.webhook_state to %I', publisher);
  end loop;
end $$;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
