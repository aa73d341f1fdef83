// Publishes organisations, a few at a time, each from one moment of the database: what `npm run build` does.

import { type Database, isConnectionError } from '../database/open-database.ts';
import { listUnsettled, listWaiting, markWhole } from '../database/pending-changes.ts';
import { paths } from '../snapshot/paths.ts';
import { giveSignOfLife, lastSignOfLife } from '../snapshot/sign-of-life.ts';
import { mapBounded } from './in-flight.ts';
import { everyRecord } from './publish-access.ts';
import { cleanUp, publishAccessChanges, publishDocuments, whenFree } from './publish-claimed.ts';
import type { PublishedOrganisation, Publisher, Scope } from './publish-organisation.ts';
import { readWhatToTell } from './read-what-to-tell.ts';
import { removeDeparted } from './remove-departed.ts';
import { writeSite } from './write-site.ts';

/**
 * What is to be built: what is pending together with organisations that were never published; everything; or the named
 * organisations.
 */
export type BuildPlan = 'pending' | 'everything' | ReadonlyMap<string, Scope>;

export type BuildReport = {
  organisations: PublishedOrganisation[];
  /** Paths of the key and access records that were replaced. */
  records: string[];
  /** Paths of old files that nothing names any more. */
  removed: string[];
  /** Keys and organisations that are no longer in the database. */
  departed: string[];
};

/** So many, since most have few timetables, and a transaction has pauses of its own. */
const organisationsAtOnce = 3;

/** Told of what is coming and what is through. */
export type BuildProgress = { start(organisations: number): void; organisation(id: string): void };

/**
 * @throws what went wrong with the first organisation that could not be published, once all others are; at once when
 *   the database is out of reach
 */
export async function build(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan,
  progress: BuildProgress,
): Promise<BuildReport> {
  const { store } = publisher;
  const started = performance.now();
  await writeSite(store);
  const scopes = typeof plan === 'string' ? await planScopes(database, publisher, plan) : plan;
  const report: BuildReport = { organisations: [], records: [], removed: [], departed: [] };
  progress.start(scopes.size);
  const failures: unknown[] = [];
  await mapBounded([...scopes], organisationsAtOnce, async ([organisationId, scope]) => {
    try {
      const asked = scope === null ? null : everyRecord;
      const records = await whenFree(() => publishAccessChanges(publisher, database, organisationId, asked));
      for (const path of records ?? []) report.records.push(path);
      const published = await whenFree(() => publishDocuments(publisher, database, organisationId, scope));
      if (published !== undefined) report.organisations.push(published);
      for (const path of await cleanUp(publisher, database, organisationId)) report.removed.push(path);
    } catch (error) {
      // What is wrong with one organisation is no reason to leave out those after it.
      if (isConnectionError(error)) throw error;
      failures.push(error);
    }
    progress.organisation(organisationId);
  });
  if (plan === 'everything') report.departed = await removeDeparted(database, store);
  await showLife(publisher, database, report.organisations, (performance.now() - started) / 1000);
  if (failures.length > 0) throw failures[0];
  return report;
}

/** Unless a watcher does: it has more to tell, and promises to go on. */
async function showLife(
  { store, now }: Publisher,
  database: Database,
  built: readonly PublishedOrganisation[],
  seconds: number,
): Promise<void> {
  if ((await lastSignOfLife(store))?.watching) return;
  const told = await readWhatToTell(database);
  const builds = built.length;
  const totals = { builds, buildSeconds: seconds / Math.max(builds, 1), generation: built.at(-1)?.generation ?? 0 };
  await giveSignOfLife(store, { at: now(), watching: false, ...told, ...totals }, null);
}

/** The scope of each organisation; null where only what is pending is to be done. */
async function planScopes(database: Database, { store }: Publisher, plan: 'pending' | 'everything') {
  const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
  const ids = organisations.map(({ id }) => id);
  if (plan === 'everything') return new Map(ids.map((id) => [id, { versions: 'all', mend: true } as const]));
  const published = new Set(await store.listNames(paths.organisations));
  const scopes = new Map<string, Scope | null>();
  // Looked at although nothing changed: a build says what is withheld for as long as it is, and ends a rollback.
  for (const id of await listUnsettled(database)) scopes.set(id, { versions: new Set(), mend: false });
  // Marked rather than named here: should this build be cut off, the next one finds a folder and still knows.
  await markWhole(
    database,
    ids.filter((id) => !published.has(id)),
  );
  for (const id of await listWaiting(database)) if (!scopes.has(id)) scopes.set(id, null);
  return scopes;
}
