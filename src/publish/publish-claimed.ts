// Publishes one organisation under its claim: what is pending, and what was asked for on top. The claim, the reading and
// the clearing are one transaction, so a publisher that dies leaves everything pending and the claim free.

import type { Database } from '../database/open-database.ts';
import {
  claim,
  clearPending,
  prepareClaim,
  proveClaim,
  readPending,
  recordFailure,
  recordSuccess,
  type Work,
} from '../database/pending-changes.ts';
import { type AccessScope, publishAccess } from './publish-access.ts';
import {
  OvertakenError,
  type PublishedOrganisation,
  type Publisher,
  publishOrganisation,
  type Scope,
} from './publish-organisation.ts';
import { removeOrganisation } from './remove-departed.ts';

/** What came of an attempt: something, nothing to do, or another publisher at work on the same organisation. */
export type Attempt<Result> = { state: 'published'; result: Result } | { state: 'nothing' } | { state: 'busy' };

/** Seconds after which PostgreSQL takes the claim from a publisher that has stopped in the middle of its work. */
const idleSeconds: Record<Work, number> = { access: 5, documents: 60 };

/** Publishes the organisation's documents. @param asked what is to be built whether it is pending or not */
export function publishDocuments(
  publisher: Publisher,
  database: Database,
  organisationId: string,
  asked: Scope | null = null,
): Promise<Attempt<PublishedOrganisation>> {
  return underClaim(database, organisationId, 'documents', async (transaction) => {
    const pending = await readPending(transaction, organisationId, 'documents');
    if (pending.length === 0 && asked === null) return null;
    const exists = await transaction
      .selectFrom('organisation')
      .select('id')
      .where('id', '=', organisationId)
      .executeTakeFirst();
    const named = pending.flatMap(({ what, subject }) => (what === 'version' && subject !== null ? [subject] : []));
    const askedFor = asked?.versions ?? new Set<string>();
    const everything = askedFor === 'all' || pending.some(({ what }) => what === 'organisation');
    const versions = everything ? 'all' : new Set([...named, ...askedFor]);
    const published =
      exists === undefined
        ? await removeOrganisation(publisher.store, organisationId)
        : await publishOrganisation(
            { ...publisher, beforeSwap: () => proveClaim(transaction) },
            transaction,
            organisationId,
            { versions, mend: asked?.mend ?? false },
          );
    await clearPending(transaction, pending);
    return published;
  });
}

/** Publishes the organisation's access and keys; returns the paths of the records that were replaced. */
export function publishAccessChanges(
  { store }: Publisher,
  database: Database,
  organisationId: string,
  asked: AccessScope | null = null,
): Promise<Attempt<string[]>> {
  return underClaim(database, organisationId, 'access', async (transaction) => {
    const pending = await readPending(transaction, organisationId, 'access');
    if (pending.length === 0 && asked === null) return null;
    const keys = pending.flatMap(({ what, subject }) => (what === 'key' ? [subject] : []));
    const named = new Set(keys.filter((hash) => hash !== null));
    const allKeys = asked?.keys === 'all' || keys.includes(null);
    const records = await publishAccess(transaction, store, organisationId, {
      organisation: asked?.organisation === true || pending.some(({ what }) => what === 'access'),
      keys: allKeys ? 'all' : new Set([...named, ...(asked === null || asked.keys === 'all' ? [] : asked.keys)]),
    });
    await clearPending(transaction, pending);
    return records;
  });
}

/** Repeats an attempt while another publisher is at work. @throws Error when that takes longer than `patience` ms */
export async function whenFree<Result>(
  attempt: () => Promise<Attempt<Result>>,
  patience = 30_000,
): Promise<Result | undefined> {
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    const outcome = await attempt();
    if (outcome.state === 'published') return outcome.result;
    if (outcome.state === 'nothing') return undefined;
    await new Promise((wake) => setTimeout(wake, 10 + Math.random() * 40));
  }
  throw new Error(
    `another publisher has been at work on this organisation for ${patience / 1000} s; \`status\` shows it`,
  );
}

async function underClaim<Result>(
  database: Database,
  organisationId: string,
  work: Work,
  task: (transaction: Database) => Promise<Result | null>,
): Promise<Attempt<Result>> {
  await prepareClaim(database, organisationId, work);
  // Documents are read from one moment; access is read statement by statement, each seeing what is committed by then.
  const isolation = work === 'documents' ? 'repeatable read' : 'read committed';
  try {
    return await database
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (transaction): Promise<Attempt<Result>> => {
        if (!(await claim(transaction, organisationId, work, idleSeconds[work]))) return { state: 'busy' };
        const result = await task(transaction);
        if (result === null) return { state: 'nothing' };
        await recordSuccess(transaction, organisationId, work);
        return { state: 'published', result };
      });
  } catch (error) {
    // Somebody else was quicker: nothing has failed, the rest is done at the next attempt.
    if (error instanceof OvertakenError || isSerialisationFailure(error)) return { state: 'busy' };
    const message = error instanceof Error ? error.message : String(error);
    await recordFailure(database, organisationId, work, message).catch(() => {}); // the database may be what failed
    throw error;
  }
}

const isSerialisationFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
