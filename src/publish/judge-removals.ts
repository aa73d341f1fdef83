// Holds large removals until an operator approves them; bulk-removals.ts says which are large. Expired and revoked keys do not
// count. Never held: a revocation, a lock or a suspension, which remove nothing.

import { isOrganisationId } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import { countAll, type Deletions, type HeldRemovals, holdRemovals, readDeletions } from '../database/held-removals.ts';
import type { Database } from '../database/open-database.ts';
import type { Store } from '../snapshot/store.ts';
import { readRecordById } from '../snapshot/stored-organisation.ts';
import { isBulk, maxWithoutApproval } from './bulk-removals.ts';

/** What may be removed, and what is held. A removal in neither set has not been judged yet. */
export type Removals = { allowed: Deletions; held: Deletions } | 'all';

const nothing: Deletions = { organisations: new Set(), keys: new Map() };
export const unjudged: Removals = { allowed: nothing, held: nothing };

/** Removals have not been judged yet. They may have no entry in the queue, if another publisher has cleared it. */
export class UnjudgedRemovalError extends Error {
  override readonly name = 'UnjudgedRemovalError';
  readonly removals: Partial<Deletions>;

  constructor(removals: Partial<Deletions>) {
    super('a removal was not judged');
    this.removals = removals;
  }
}

/** Whether a removal may be done; false when it is held. @throws UnjudgedRemovalError */
export function mayRemove(removals: Removals, organisationId: string, keySha256?: string): boolean {
  if (removals === 'all') return true;
  const isIn = ({ organisations, keys }: Deletions) =>
    organisations.has(organisationId) || (keySha256 !== undefined && keys.has(keySha256));
  if (isIn(removals.allowed)) return true;
  if (isIn(removals.held)) return false;
  throw new UnjudgedRemovalError(
    keySha256 === undefined
      ? { organisations: new Set([organisationId]) }
      : { keys: new Map([[keySha256, organisationId]]) },
  );
}

/**
 * Judges all removals that are due, and moves those that need approval from the queue to the held removals.
 * @param found what is published but no longer in the database, whether or not it is in the queue
 */
export async function judgeRemovals(
  database: Database,
  store: Store,
  now: number,
  found: Partial<Deletions> = {},
): Promise<{ allowed: Deletions; held: Deletions }> {
  const due = await readDeletions(database);
  const organisations = new Set([...due.organisations, ...(found.organisations ?? [])]);
  const keys = new Map([...(found.keys ?? []), ...due.keys]);
  // The keys of a deleted organisation are removed with it, and are not counted as removals of keys.
  const withOrganisation = new Map<string, string>();
  for (const [hash, owner] of keys) if (organisations.has(owner)) withOrganisation.set(hash, owner);
  for (const hash of withOrganisation.keys()) keys.delete(hash);

  const publishedCount = await countPublished(store, organisations);
  const live = await countLive(store, keys, now);
  const all = publishedCount > 1 || live.organisations > 1 ? await countAll(database) : { organisations: 0, keys: 0 };
  const holdsOrganisations = isBulk(
    'organisations',
    publishedCount,
    all.organisations + publishedCount,
    publishedCount,
  );
  const holdsKeys = isBulk('keys', live.count, all.keys + live.count, live.organisations);
  const pick = (isHeld: boolean): Deletions => ({
    organisations: holdsOrganisations === isHeld ? organisations : nothing.organisations,
    keys: holdsKeys === isHeld ? keys : nothing.keys,
  });
  if (holdsOrganisations || holdsKeys) await holdRemovals(database, pick(true));
  const verdict = (isHeld: boolean): Deletions => {
    const picked = pick(isHeld);
    return { ...picked, keys: new Map([...picked.keys, ...(holdsOrganisations === isHeld ? withOrganisation : [])]) };
  };
  return { allowed: verdict(false), held: verdict(true) };
}

/** How many of the organisations are published. */
async function countPublished(store: Store, organisations: ReadonlySet<string>): Promise<number> {
  let publishedCount = 0;
  for (const id of organisations) {
    if (!isOrganisationId(id)) continue;
    if ((await readRecordById(store, id)).bytes !== null) publishedCount += 1;
  }
  return publishedCount;
}

/** How many of the keys are still valid, and of how many organisations; stops counting above the limit. */
async function countLive(store: Store, keys: ReadonlyMap<string, string>, now: number) {
  if (new Set(keys.values()).size <= 1) return { count: 0, organisations: 0 };
  const byOwner = new Map<string, string[]>();
  for (const [hash, owner] of keys) byOwner.set(owner, [...(byOwner.get(owner) ?? []), hash]);
  let [count, organisations] = [0, 0];
  for (const [owner, hashes] of byOwner) {
    const { record } = isOrganisationId(owner) ? await readRecordById(store, owner) : { record: null };
    const isLive = (hash: string) => {
      const key = record?.access?.keys[hash];
      return key !== undefined && !key.revoked && (key.expiresAt === null || Date.parse(key.expiresAt) > now);
    };
    const live = hashes.filter(isLive).length;
    count += live;
    if (live > 0) organisations += 1;
    if (count > maxWithoutApproval.keys && organisations > 1) break;
  }
  return { count, organisations };
}

/** The held removals as a sentence; empty when there are none. */
export function describeHeld({ organisations, keys, keysOf }: HeldRemovals): string {
  const parts = [
    ...(organisations.length === 0 ? [] : [`${organisations.length} organisations (${named(organisations)})`]),
    ...(keys === 0 ? [] : [`${keys} keys of ${keysOf.length} organisations (${named(keysOf)})`]),
  ];
  return parts.length === 0
    ? ''
    : `the database no longer has ${parts.join(' and ')}, too many to remove without approval, so they stay published. ` +
        `To remove them: \`${commandLine('build --remove')}\``;
}

const named = (ids: readonly string[]) => (ids.length > 10 ? `${ids.slice(0, 10).join(', ')}, ...` : ids.join(', '));
