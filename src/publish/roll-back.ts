// Points an organisation at an earlier snapshot that is still kept, until its next change or build. The files are
// proven first: going back to something broken would be no way out.

import type { Database } from '../database/open-database.ts';
import { recordOutcome } from '../database/pending-changes.ts';
import { listGenerations, loadSnapshot } from '../snapshot/load-snapshot.ts';
import { listName, paths } from '../snapshot/paths.ts';
import { readPointer } from '../snapshot/read-record.ts';
import { storedWhole } from '../snapshot/stored-whole.ts';
import { swapPointer } from '../snapshot/swap-pointer.ts';
import { NotFoundError } from './change-access.ts';
import { underClaim, whenFree } from './publish-claimed.ts';
import { OvertakenError, type Publisher } from './publish-organisation.ts';

/** @param to the generation to go back to; the one before the present when undefined */
export async function rollBack(
  { store, now }: Publisher,
  database: Database,
  organisationId: string,
  to: number | undefined,
): Promise<{ generation: number; rolledBackTo: number }> {
  const result = await whenFree(() =>
    underClaim(database, organisationId, 'documents', async (transaction, prove) => {
      const before = await loadSnapshot(store, organisationId);
      const kept = (await listGenerations(store, organisationId))
        .filter((generation) => generation !== before.generation)
        .sort((one, other) => other - one);
      const target = to ?? kept[0];
      const known = kept.length === 0 ? 'none is kept' : `kept are ${kept.join(', ')}`;
      const bytes =
        target === undefined || !kept.includes(target)
          ? null
          : await store.read(paths.earlierPointer(organisationId, target));
      if (target === undefined || bytes === null)
        throw new NotFoundError(`organisation ${organisationId} has no generation ${to ?? ''} to go back to; ${known}`);
      const earlier = readPointer(bytes);
      for (const [name, file] of [[listName, earlier.list] as const, ...Object.entries(earlier.timetables)]) {
        if (!(await storedWhole(store, organisationId, name, file)))
          throw new NotFoundError(
            `generation ${target} of ${organisationId} is not whole any more (${name}); ${known}`,
          );
      }
      await prove();
      const generation = before.generation + 1;
      const publishedAt = new Date(now()).toISOString();
      const pointer = { ...earlier, organisationId, generation, publishedAt, rolledBackTo: target };
      if (!(await swapPointer(store, pointer, before)))
        throw new OvertakenError(`another publisher has published organisation ${organisationId} meanwhile`);
      const withheld = before.problems?.withheld.length ?? 0;
      await recordOutcome(transaction, organisationId, 'documents', { withheld, rolledBack: true });
      return { generation, rolledBackTo: target };
    }),
  );
  if (result === undefined) throw new Error(`nothing was rolled back for ${organisationId}`); // underClaim always tries
  return result;
}
