// Checks for `doctor` that the store has what the database published last, and not what a backup or a copy put back.

import type { Database } from '../database/connect/open-database.ts';
import { compareFences } from '../publish/database/compare-fences.ts';
import { describeNewer, describeOlder } from '../publish/database/describe-fences.ts';
import type { Store } from '../store/store.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

export async function checkFreshness(database: Database, store: Store): Promise<Diagnosis> {
  const check = 'freshness';
  const fences = await compareFences(database, store);
  const findings = [...describeNewer(fences), ...describeOlder(fences)];
  if (findings.length === 0)
    return fine(check, 'the store has what the database published last of every organisation, or it is queued');
  const nexts = new Set(findings.map(({ next }) => next));
  return wrong(check, findings.map(({ found }) => found).join('; '), [...nexts].join('. '));
}
