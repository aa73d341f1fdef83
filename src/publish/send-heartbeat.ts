// Collects the state of the database and writes it to the store as this publisher's heartbeat. Reads nothing that editors lock.

import type { Database } from '../database/connect/open-database.ts';
import { readQueue } from '../database/queue/pending-changes.ts';
import { readAttention } from '../database/queue/read-attention.ts';
import { type Heartbeat, maxNamed, writeHeartbeat } from '../snapshot/heartbeat.ts';
import type { Publisher } from './publish-organisation.ts';

/** What this publisher has built since it started. */
export type Totals = Pick<Heartbeat, 'builds' | 'buildSeconds' | 'generation'>;

/** @param watcher the id of the watcher; null for a single build */
export async function sendHeartbeat(
  { store, now }: Publisher,
  database: Database,
  totals: Totals,
  watcher: string | null,
): Promise<void> {
  const { depth, ageSeconds, organisations, withheld } = await readQueue(database);
  const queue = { queueDepth: depth, queueAgeSeconds: ageSeconds, waitingOrganisations: organisations };
  const attention = await readAttention(database, maxNamed);
  const state = { ...queue, withheldVersions: withheld, ...attention };
  await writeHeartbeat(store, { at: now(), watching: watcher !== null, ...state, ...totals }, watcher);
}
