import type { Database } from '../database/open-database.ts';
import { readQueue } from '../database/pending-changes.ts';
import { readAttention } from '../database/read-attention.ts';
import { type Heartbeat, maxNamed } from '../snapshot/heartbeat.ts';

type Told = 'queueDepth' | 'queueAgeSeconds' | 'withheldVersions' | 'organisations' | 'inNeed' | 'first';

/** The part of a heartbeat that comes from the database. */
export async function collectHeartbeat(database: Database): Promise<Pick<Heartbeat, Told>> {
  const { depth, ageSeconds, withheld } = await readQueue(database);
  const attention = await readAttention(database, maxNamed);
  return { queueDepth: depth, queueAgeSeconds: ageSeconds, withheldVersions: withheld, ...attention };
}
