// The fence that each part of an organisation's record had when it was last published. A record in the store with a smaller one
// was put back from a backup or a copy, and may let a revoked key in. Null until the part is published again after this migration.

import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table publish_lease add column fence bigint`.execute(database);
}
