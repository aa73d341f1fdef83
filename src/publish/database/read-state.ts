// Reads what a heartbeat tells of the database. Reads nothing that editors lock.

import type { Database } from '../../database/connect/open-database.ts';
import { readAttention } from '../../database/queue/organisation-states.ts';
import { readQueue } from '../../database/queue/read-queue.ts';
import type { QueueState } from '../port.ts';

/** @param limit the most organisations to name */
export async function readState(database: Database, limit: number): Promise<QueueState> {
  const { depth, ageSeconds, organisations, withheld } = await readQueue(database);
  const queue = { queueDepth: depth, queueAgeSeconds: ageSeconds, waitingOrganisations: organisations };
  return { ...queue, withheldVersions: withheld, ...(await readAttention(database, limit)) };
}
