// Waits for changes of the queue inside the server, so that an idle publisher does next to nothing. What is new follows from the
// snapshot of the last look: see src/database/functions/queue/wait_for_changes.sql.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import type { Work } from './pending-changes.ts';

/** What a publisher has seen of the queue: a snapshot of PostgreSQL, as text. */
export type Seen = string;

/** What is committed now counts as seen. */
export async function readSeen(database: Database): Promise<Seen> {
  const { rows } = await sql<{ seen: Seen }>`select pg_current_snapshot()::text as seen`.execute(database);
  return rows[0]?.seen ?? '';
}

/**
 * Waits, inside the server, until something is committed that was not seen.
 * @param milliseconds how long to wait at most; 0 only looks
 * @param pause milliseconds between two looks
 */
export async function waitForChanges(
  database: Database,
  work: Work,
  seen: Seen,
  milliseconds: number,
  pause: number,
): Promise<{ found: boolean; seen: Seen }> {
  const { rows } = await sql<{ found: boolean; seen: Seen }>`
    select has_new as found, now_seen::text as seen
    from wait_for_changes(${work}, ${seen}::pg_snapshot, ${milliseconds}, ${pause / 1000})`.execute(database);
  return rows[0] ?? { found: true, seen };
}
