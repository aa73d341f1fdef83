// Which store this database publishes to, and which removals from it wait for an operator's approval. The binding is one
// row, inserted at the first publish: the database's own id, the store's id and, for messages, the store's location. The
// store records both ids too, so that a command can tell when the two do not belong together.

import { type Kysely, sql } from 'kysely';

const statements = /* sql */ `
create table store_binding (
  only_row boolean primary key default true check (only_row),
  database_id text not null,
  store_id text,
  store_location text
);

-- Deleted organisations, and deleted keys by their SHA-256, that a publisher has not removed because they were many at
-- once; taken out of pending_change, and put back by the next build.
create table held_removal (
  organisation_id text not null check (organisation_id ~ '^[a-z0-9_-]{1,64}$' or what = 'key' and organisation_id = ''),
  what text not null check (what in ('organisation', 'key')),
  subject text not null check (case what when 'key' then subject ~ '^[0-9a-f]{64}$' else subject = '' end),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organisation_id, what, subject)
);

-- Whoever publishes looks at both, and the first of them makes the row.
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = 'publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format('grant select, insert, update on store_binding to %I', publisher);
    execute format('grant select, insert, delete on held_removal to %I', publisher);
  end loop;
end $$;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(database);
}
