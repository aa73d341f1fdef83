// Links: each shows one class, teacher, room or student to somebody without a key. They are made, revoked and captured like keys,
// but each has a record of its own in the published output, since a school has thousands.
//
// A link ends when the row of its entity is deleted, and works again when the row is there again, since some programs delete
// and insert all rows each night. That is kept in a table of its own: an editor's open transaction must not lock the row of a
// link, or it would hold up its revocation.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";

const statements = (schema: string) => /* sql */ `
create table ${schema}.link (
  id text primary key check (id ~ ${id}),
  organisation_id text not null references ${schema}.organisation on delete cascade,
  kind text not null check (kind in ('class', 'teacher', 'room', 'student')),
  entity_id text not null check (entity_id ~ ${id}),
  name text, -- what it is for; null where the entity says enough
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  created_by text,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  -- Whether its feed shows lessons that do not take place for the person, with a mark, or leaves them out.
  cancelled text not null default 'show' check (cancelled in ('show', 'hide')),
  constraint link_texts_within_4096_bytes
    check (octet_length(name) <= 4096 and octet_length(created_by) <= 4096 and octet_length(revoked_by) <= 4096)
);
-- All links of an organisation are published in this order, some at a time.
create index link_organisation on ${schema}.link (organisation_id, sha256);
create index link_entity on ${schema}.link (organisation_id, kind, entity_id);

-- Links whose entity is gone. Without a foreign key, which would lock the link.
create table ${schema}.link_ended (
  link_id text primary key,
  ended_at timestamptz not null default now()
);

-- Whoever publishes reads.
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant select on ${schema}.link, ${schema}.link_ended to %I', publisher);
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
