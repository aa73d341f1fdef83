// Builds from the database, for `npm run build`: besides the organisations it writes the site, publishes anew what the store has
// lost, and removes what the database does not have any more.

import { forgetPastDays } from '../../database/days/forget-past-days.ts';
import { moveChangedVersions } from '../../database/queue/changed-versions.ts';
import { StoreFullError } from '../../errors.ts';
import { writeSite } from '../../pages/build/write-site.ts';
import { type BuildPlan, type BuildReport, build, type Progress, unlessHasFailed } from '../engine/build.ts';
import { type FenceReport, repairFences } from './compare-fences.ts';
import type { DatabasePublisher } from './database-port.ts';
import { pruneDeleted } from './prune-deleted.ts';

export type DatabaseBuildReport = BuildReport & {
  /** Paths that were removed, since they belong to no organisation. */
  strays: string[];
  /** What the comparison of the store with the database found; null where only named organisations were built. */
  fences: FenceReport | null;
};

/** @throws DatabaseUnreachableError; StoreError when the store fails at the start */
export async function buildFromDatabase(
  publisher: DatabasePublisher,
  plan: BuildPlan,
  progress?: Progress,
): Promise<DatabaseBuildReport> {
  const { store, port } = publisher;
  const siteIsWritten = await writeSite(store).then(
    () => true,
    (error) => {
      if (error instanceof StoreFullError) return false; // publishing the organisations may free space
      throw error;
    },
  );
  await moveChangedVersions(port.database);
  // Compared before anything is published: what is published now has the fences of now.
  const fences = plan === 'due' ? await repairFences(publisher) : null;
  const report = await build(publisher, plan, progress);
  const unlessFailed = unlessHasFailed(report);
  if (!siteIsWritten) await writeSite(store).catch(unlessFailed);
  const strays = plan === 'everything' ? ((await pruneDeleted(publisher).catch(unlessFailed)) ?? []) : [];
  if (plan === 'everything') await forgetPastDays(port.database).catch(unlessFailed);
  const held = await port.removals.listAwaitingApproval(); // the clean-up may have found more
  return { ...report, held, strays, fences };
}
