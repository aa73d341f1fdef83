import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The schema of Belfry's tables, quoted. What the search path names first by now may be another one. */
export async function readSchema(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  return rows[0]?.schema ?? '';
}
