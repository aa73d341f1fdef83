import type { Database } from '../database/open-database.ts';
import { readQueue } from '../database/pending-changes.ts';
import { readAttention } from '../database/read-attention.ts';
import { namedInNeed, type SignOfLife } from '../snapshot/sign-of-life.ts';

type Told = 'queueDepth' | 'queueAgeSeconds' | 'withheldVersions' | 'organisations' | 'inNeed' | 'first';

/** What a sign of life tells of the database. */
export async function readWhatToTell(database: Database): Promise<Pick<SignOfLife, Told>> {
  const { depth, ageSeconds, withheld } = await readQueue(database);
  const attention = await readAttention(database, namedInNeed);
  return { queueDepth: depth, queueAgeSeconds: ageSeconds, withheldVersions: withheld, ...attention };
}
