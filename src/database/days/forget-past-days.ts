// Removes what was different on days that are over for four weeks, so that nobody's absences become a history.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

/** How often it removes some, so that no statement takes long and none goes on for ever. */
const mostTimes = 100;

/** @returns how many rows were removed */
export async function forgetPastDays(database: Database): Promise<number> {
  let removed = 0;
  for (let time = 0; time < mostTimes; time++) {
    const { rows } = await sql<{ forgotten: number }>`select forget_past_days() as forgotten`.execute(database);
    const forgotten = rows[0]?.forgotten ?? 0;
    removed += forgotten;
    if (forgotten === 0) break;
  }
  return removed;
}
