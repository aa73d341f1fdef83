// Publishes one organisation under its claim: what is pending, and what was asked for on top. The claim, the reading and
// the clearing are one transaction, so a publisher that dies leaves everything pending and the claim free.

import type { Database } from '../database/open-database.ts';
import {
  claim,
  clearPending,
  markAgain,
  type PendingChange,
  prepareClaim,
  proveClaim,
  readPending,
  recordOutcome,
  type Work,
} from '../database/pending-changes.ts';
import { removeOrphans } from '../snapshot/remove-orphans.ts';
import { type AccessScope, publishAccess } from './publish-access.ts';
import {
  OvertakenError,
  type PublishedOrganisation,
  type Publisher,
  publishOrganisation,
  type Scope,
} from './publish-organisation.ts';
import { removeDepartedKeys, removeOrganisation } from './remove-departed.ts';

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
  return underClaim(database, organisationId, 'documents', async (transaction, prove) => {
    const pending = await readPending(transaction, organisationId, 'documents');
    if (pending.length === 0 && asked === null) return null;
    const exists = await organisationExists(transaction, organisationId);
    if (!exists) await prove();
    const published = exists
      ? await publishOrganisation(
          { ...publisher, beforeSwap: prove },
          transaction,
          organisationId,
          joinScopes(pending, asked),
        )
      : await removeOrganisation(publisher.store, organisationId);
    await clearPending(transaction, pending);
    const outcome = { withheld: published.withheld.length, rolledBack: false };
    await recordOutcome(transaction, organisationId, 'documents', outcome);
    return published;
  });
}

function joinScopes(pending: readonly PendingChange[], asked: Scope | null): Scope {
  const mend = asked?.mend ?? false;
  const askedFor = asked?.versions ?? new Set<string>();
  if (askedFor === 'all' || pending.some(({ what }) => what === 'organisation')) return { versions: 'all', mend };
  const named = pending.flatMap(({ what, subject }) => (what === 'version' && subject !== null ? [subject] : []));
  return { versions: new Set([...named, ...askedFor]), mend };
}

async function organisationExists(database: Database, id: string): Promise<boolean> {
  return (await database.selectFrom('organisation').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Publishes the organisation's access and keys; returns the paths of the records that were replaced. */
export function publishAccessChanges(
  { store }: Publisher,
  database: Database,
  organisationId: string,
  asked: AccessScope | null = null,
): Promise<Attempt<string[]>> {
  return underClaim(database, organisationId, 'access', async (transaction, prove) => {
    const pending = await readPending(transaction, organisationId, 'access');
    if (pending.length === 0 && asked === null) return null;
    const scope = joinAccessScopes(pending, asked);
    const records = await publishAccess(transaction, store, organisationId, scope, prove);
    // Keys that the database does not have any more cannot be found by what it has.
    const departed = pending.some(isMarkOfAllKeys) ? await removeDepartedKeys(transaction, store) : [];
    await clearPending(transaction, pending);
    await recordOutcome(transaction, organisationId, 'access', { withheld: 0, rolledBack: false });
    return [...records, ...departed];
  });
}

/** Removes what no kept pointer names, unless another publisher is at work. @returns the paths that were removed */
export async function cleanUp(
  { store, now }: Publisher,
  database: Database,
  organisationId: string,
): Promise<string[]> {
  const attempt = await underClaim(database, organisationId, 'documents', (_, prove) =>
    removeOrphans(store, organisationId, now(), prove),
  );
  return attempt.state === 'published' ? attempt.result : [];
}

const isMarkOfAllKeys = ({ what, subject }: PendingChange) => what === 'key' && subject === null;

function joinAccessScopes(pending: readonly PendingChange[], asked: AccessScope | null): AccessScope {
  const named = pending.flatMap(({ what, subject }) => (what === 'key' && subject !== null ? [subject] : []));
  return {
    organisation: asked?.organisation === true || pending.some(({ what }) => what === 'access'),
    allKeys: asked?.allKeys === true || pending.some(isMarkOfAllKeys),
    // Also where all are meant: a key that was deleted is among these alone.
    keys: new Set([...named, ...(asked?.keys ?? [])]),
  };
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

/**
 * Runs a task while holding the claim of an organisation.
 * @param task returns null when there was nothing to do. It calls `prove` right before each change that readers see;
 *   that throws when the claim is lost.
 */
export async function underClaim<Result>(
  database: Database,
  organisationId: string,
  work: Work,
  task: (transaction: Database, prove: () => Promise<void>) => Promise<Result | null>,
): Promise<Attempt<Result>> {
  await prepareClaim(database, organisationId, work);
  // Documents are read from one moment; access is read statement by statement, each seeing what is committed by then.
  const isolation = work === 'documents' ? 'repeatable read' : 'read committed';
  let shown = false;
  try {
    return await database
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (transaction): Promise<Attempt<Result>> => {
        if (!(await claim(transaction, organisationId, work, idleSeconds[work]))) return { state: 'busy' };
        const prove = async () => {
          await proveClaim(transaction);
          shown = true;
        };
        try {
          const result = await task(transaction, prove);
          return result === null ? { state: 'nothing' } : { state: 'published', result };
        } catch (error) {
          const held = await proveClaim(transaction).then(
            () => true,
            () => false,
          );
          if (held) shown = false; // what was pending still is
          throw error;
        }
      });
  } catch (error) {
    // Proven, and lost before the end: another publisher may have had the claim, found nothing to change, and cleared
    // what was pending, before this one showed what it had read earlier. So it is all looked at once more.
    if (shown) await markAgain(database, organisationId, work);
    // Somebody else was quicker: nothing has failed, the rest is done at the next attempt.
    if (error instanceof OvertakenError || isSerialisationFailure(error)) return { state: 'busy' };
    throw error;
  }
}

const isSerialisationFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
