// Publishes organisations one after the other, each from one moment of the database: what `npm run build` does.

import type { Database } from '../database/open-database.ts';
import { removeOrphans } from '../snapshot/remove-orphans.ts';
import { giveSignOfLife } from '../snapshot/sign-of-life.ts';
import { publishAccess } from './publish-access.ts';
import { type PublishedOrganisation, type Publisher, publishOrganisation, type Scope } from './publish-organisation.ts';
import { removeDeparted } from './remove-departed.ts';
import { writeSite } from './write-site.ts';

/** What is to be built: every organisation, or the named ones with their scope. */
export type BuildPlan = { organisations: 'all' | ReadonlyMap<string, Scope>; mend: boolean };

export type BuildReport = {
  organisations: (PublishedOrganisation & { records: string[]; removed: string[] })[];
  /** Paths of organisations and keys that are no longer in the database. */
  departed: string[];
};

/** Told of what is coming and what is through. */
export type BuildProgress = { start(organisations: number): void; organisation(id: string): void };

export async function build(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan,
  progress: BuildProgress,
): Promise<BuildReport> {
  const { store, now } = publisher;
  await writeSite(store);
  await giveSignOfLife(store, now());
  const every: Scope = { versions: 'all', mend: plan.mend };
  const scopes =
    plan.organisations === 'all'
      ? new Map((await listOrganisations(database)).map((id) => [id, every]))
      : plan.organisations;
  const report: BuildReport = { organisations: [], departed: [] };
  progress.start(scopes.size);
  for (const [organisationId, scope] of scopes) {
    const records = await publishAccess(database, store, organisationId);
    const published = await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((transaction) => publishOrganisation(publisher, transaction, organisationId, scope));
    const removed = await removeOrphans(store, organisationId, now());
    report.organisations.push({ ...published, records, removed });
    progress.organisation(organisationId);
  }
  if (plan.organisations === 'all') report.departed = await removeDeparted(database, store);
  return report;
}

async function listOrganisations(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('organisation').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
