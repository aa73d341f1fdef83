// Lets those who change one thing go one after the other, also while it does not exist yet, when there is no row to lock. What
// carries revocations takes no such lock.

import { sql } from 'kysely';
import type { Database } from './connect/open-database.ts';

/** @param transaction holds it until its end. @param what such as `calendar of riverside` */
export async function lockForChange(transaction: Database, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`belfry: ${what}`}, 0))`.execute(transaction);
}
