// Compares this machine's clock with that of the database and of the store. Keys expire by the clock of servers, and the age
// of a publisher's heartbeat comes from the store's.

import { sql } from 'kysely';
import type { Database } from '../database/connect/open-database.ts';
import { probePrefix } from '../store/probe-store.ts';
import type { Store } from '../store/store.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

/** Milliseconds that two clocks may differ. Buckets round times to seconds. */
const tolerance = 5_000;

export async function checkDatabaseClock(database: Database, now: () => number): Promise<Diagnosis> {
  const before = now();
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::double precision * 1000 as at`.execute(database);
  return judgeClock('clock of the database', rows[0]?.at ?? Number.NaN, [before, now()]);
}

/** @param id unique to this check */
export async function checkStoreClock(store: Store, id: string, now: () => number): Promise<Diagnosis> {
  const path = `${probePrefix(id)}clock.json`;
  try {
    const before = now();
    await store.write([{ path, bytes: new TextEncoder().encode('{}') }]);
    const after = now();
    const [file] = await store.list(probePrefix(id));
    return judgeClock('clock of the store', file?.changedAt.getTime() ?? Number.NaN, [before, after]);
  } finally {
    await store.remove([path]);
  }
}

/** All in milliseconds since 1970. @param at the other clock's time, read between `before` and `after` */
export function judgeClock(check: string, at: number, [before, after]: [before: number, after: number]): Diagnosis {
  const difference = at < before ? at - before : Math.max(0, at - after);
  const seconds = Math.round(Math.abs(difference) / 1000);
  if (Math.abs(difference) <= tolerance)
    return fine(check, seconds === 0 ? 'agrees with this machine' : `${seconds} s apart from this machine`);
  return wrong(
    check,
    Number.isNaN(difference) ? 'is unknown' : `is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} this machine`,
    'Keys expire early or late, and a live publisher seems dead: synchronise the clocks (`timedatectl` shows whether NTP runs)',
  );
}
