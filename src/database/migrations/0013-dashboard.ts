// What the dashboard keeps: who may sign in (`admin`), their sessions, answers to repeated requests, and the audit.
//
// The audit says who changed what, when, and from where. Triggers write it, so that a program that writes SQL is audited as
// well, and a revocation needs no further grant. They run once for each statement, on the tables that people change, and on none
// that an editor of timetables writes. What is recorded is named column by column, so that no secret and no hash of one gets
// in. For what is no row (a build, a rollback, a sign-in) there is the function record_audit.
//
// The session's user is always recorded. Whom a program acts for, it says itself in `belfry.actor`, for one transaction. As with
// any program, that is as true as the program is. Whatever is written there, it never makes a change fail.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";
const organisationId = "'^[a-z0-9_-]{1,64}$'";
const sha256 = "'^[0-9a-f]{64}$'";

/** Bytes of the old or the new state in an entry, and of a stored answer. */
const [mostState, mostAnswer] = [65_536, 262_144];

const statements = (schema: string) => /* sql */ `
create table ${schema}.admin (
  id text primary key check (id ~ ${id}),
  name text not null check (octet_length(name) <= 4096),
  role text not null check (role in ('operator', 'manager', 'viewer')),
  organisation_id text references ${schema}.organisation on delete cascade, -- null: all of them
  sha256 text not null unique check (sha256 ~ ${sha256}),
  created_at timestamptz not null default now(),
  created_by text check (octet_length(created_by) <= 4096),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text check (octet_length(revoked_by) <= 4096),
  constraint admin_organisation check (case role
    when 'operator' then organisation_id is null
    when 'manager' then organisation_id is not null
    else true end)
);
create index admin_organisation_id on ${schema}.admin (organisation_id);

-- cookie: somebody is signed in. code: whoever has it may sign in, once.
create table ${schema}.admin_session (
  sha256 text primary key check (sha256 ~ ${sha256}),
  admin_id text not null references ${schema}.admin on delete cascade,
  kind text not null check (kind in ('cookie', 'code')),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null check (isfinite(expires_at))
);
create index admin_session_admin on ${schema}.admin_session (admin_id, created_at);
create index admin_session_expiry on ${schema}.admin_session (expires_at);

-- A request that is repeated with the same key gets the same answer. Without what is secret in it.
create table ${schema}.control_idempotency (
  admin_id text not null references ${schema}.admin on delete cascade,
  key text not null check (octet_length(key) between 1 and 255),
  request_sha256 text not null check (request_sha256 ~ ${sha256}),
  created_at timestamptz not null,
  status integer check (status between 200 and 599), -- null while the request is carried out
  answer jsonb check (octet_length(answer::text) <= ${mostAnswer}), -- null also where it was too long
  primary key (admin_id, key)
);
create index control_idempotency_created on ${schema}.control_idempotency (created_at);
create index control_idempotency_admin on ${schema}.control_idempotency (admin_id, created_at);

create table ${schema}.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  organisation_id text check (organisation_id ~ ${organisationId}), -- it may be deleted; null where none is concerned
  resource text not null check (resource ~ '^[a-z]{1,32}$'),
  action text not null check (action ~ '^[a-z]{1,32}$'),
  subject text check (octet_length(subject) <= 256), -- the id of what was changed; null for several
  database_user text not null,
  via text not null check (via in ('sql', 'command', 'api', 'page')),
  actor text check (octet_length(actor) <= 4096),
  admin_id text check (admin_id ~ ${id}), -- it may be deleted
  address text check (octet_length(address) <= 1024),
  old jsonb check (octet_length(old::text) <= ${mostState}),
  new jsonb check (octet_length(new::text) <= ${mostState}),
  -- Shown instead of the number, which counts the entries of all schools, and would tell one how much the others do.
  shown_id uuid not null default gen_random_uuid()
);
create index audit_organisation on ${schema}.audit (organisation_id, id);
create index audit_calendar on ${schema}.audit (organisation_id, transaction_id) where resource = 'calendar';
create unique index audit_shown_id on ${schema}.audit (shown_id);

-- Keys, links and admins that were revoked stay revoked when their rows are deleted and inserted again. Kept as long as their
-- organisation exists, since the keys of a deleted organisation contain a handle that nobody gets again.
create table ${schema}.revoked_secret (
  sha256 text primary key check (sha256 ~ ${sha256}),
  organisation_id text references ${schema}.organisation on delete cascade -- null: of an admin of all
);
create index revoked_secret_organisation on ${schema}.revoked_secret (organisation_id);
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
