import type { Database } from '../database/open-database.ts';
import { readQueue } from '../database/pending-changes.ts';
import { type Attention, readAttention } from '../database/read-attention.ts';
import { type Heartbeat, maxNamed } from '../snapshot/heartbeat.ts';

type Told = 'queueDepth' | 'queueAgeSeconds' | 'waitingOrganisations' | 'withheldVersions' | keyof Attention;

/** The part of a heartbeat that comes from the database. */
export async function collectHeartbeat(database: Database): Promise<Pick<Heartbeat, Told>> {
  const { depth, ageSeconds, organisations, withheld } = await readQueue(database);
  const queue = { queueDepth: depth, queueAgeSeconds: ageSeconds, waitingOrganisations: organisations };
  const attention = await readAttention(database, maxNamed);
  return { ...queue, withheldVersions: withheld, ...attention };
}
