// Who created and who revoked a key is kept, and a key may see published versions only, not drafts. The database draws an
// organisation's handle, which is a part of its keys: if a handle came to another organisation, keys of the former one would open
// the record of the latter.

import { type Kysely, sql } from 'kysely';

const statements = (schema: string) => /* sql */ `
alter table ${schema}.api_key
  add column created_by text, -- null for keys of earlier releases
  add column revoked_by text,
  add constraint api_key_authors_within_4096_bytes
    check (octet_length(created_by) <= 4096 and octet_length(revoked_by) <= 4096),
  add column published_only boolean not null default false;

-- Empty means that the trigger draws it. Where triggers are disabled, a row without a handle breaks the CHECK.
alter table ${schema}.organisation alter column handle set default '';
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
