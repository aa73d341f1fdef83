// The entries of the queue for links: one names a link, or stands for all links of the organisation. Those are published some at a
// time, so an entry for all gives way to one for all after the last that was published. Another kind names a link that awaits
// approval, since the store refuses it.

import { sql } from 'kysely';
import { isSha256, type OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import { clearPending, type PendingChange } from './pending-changes.ts';

/** `named`, `held`: entries by the hash that they name. `all`: entries for all links, or those after a hash. */
export type PendingLinks = {
  named: ReadonlyMap<string, PendingChange[]>;
  held: ReadonlyMap<string, PendingChange>;
  all: readonly PendingChange[];
};

const [prefix, heldPrefix] = ['after:', 'held:'];

/** @param pending in the order of the queue; in `named` the latest is first */
export function sortPendingLinks(pending: readonly PendingChange[]): PendingLinks {
  const named = new Map<string, PendingChange[]>();
  const isHeld = ({ subject }: PendingChange) => subject?.startsWith(heldPrefix) === true;
  for (const change of pending.toReversed())
    if (isSha256(change.subject)) named.set(change.subject, [...(named.get(change.subject) ?? []), change]);
  return {
    named,
    held: new Map(pending.filter(isHeld).map((change) => [change.subject?.slice(heldPrefix.length) ?? '', change])),
    all: pending.filter((change) => !isSha256(change.subject) && !isHeld(change)),
  };
}

/** The hash after which all links are pending; '' for all of them, null when none are pending but those that are named. */
export function pendingAfter({ all }: PendingLinks): string | null {
  const [first = null] = all.map(({ subject }) => subject?.slice(prefix.length) ?? '').sort();
  return first;
}

/** Enqueues all links of an organisation, unless they are. */
export async function enqueueAllLinks(database: Database, organisationId: OrganisationId): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select ${organisationId}, 'link' where not exists (
      select from pending_change where organisation_id = ${organisationId} and what = 'link' and subject is null)
    on conflict do nothing`.execute(database);
}

/** Enqueues all links of an organisation, unless some are: those that are missing in the store may be among them. */
export async function ensureLinksQueued(database: Database, organisationId: OrganisationId): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select ${organisationId}, 'link' where not exists (
      select from pending_change where organisation_id = ${organisationId} and what = 'link'
        and (subject is null or subject not like ${`${heldPrefix}%`}))
    on conflict do nothing`.execute(database);
}

/** Lets links await approval. */
export async function holdLinks(
  transaction: Database,
  organisationId: OrganisationId,
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return;
  const subjects = hashes.map((hash) => `${heldPrefix}${hash}`);
  await sql`insert into pending_change (organisation_id, what, subject)
    select ${organisationId}, 'link', subject from unnest(${subjects}::text[]) subject
    on conflict do nothing`.execute(transaction);
}

/** Lets no link of the organisation await approval any more. */
export async function releaseLinks(database: Database, organisationId: OrganisationId): Promise<void> {
  await sql`delete from pending_change
    where organisation_id = ${organisationId} and what = 'link' and subject like ${`${heldPrefix}%`}`.execute(database);
}

/**
 * Enqueues what the links of an organisation show. Even where it is queued: derived work that began before a record was written
 * does not find it.
 */
export async function enqueuePersonalTimetables(transaction: Database, organisationId: OrganisationId): Promise<void> {
  await sql`insert into pending_change (organisation_id, what) values (${organisationId}, 'calendar')
    on conflict do nothing`.execute(transaction);
}

/** Enqueues what the links of an organisation show, if some are withheld. */
export async function enqueueWithheldLinks(transaction: Database, organisationId: OrganisationId): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select organisation_id, 'calendar' from publish_lease
    where organisation_id = ${organisationId} and kind = 'derived' and withheld > 0
    on conflict do nothing`.execute(transaction);
}

/**
 * Replaces the entries for all links by those for what is left: the links after a hash, if any, and these. The age stays, which
 * says for how long the oldest change has waited.
 */
export async function continueAfter(
  transaction: Database,
  organisationId: OrganisationId,
  all: readonly PendingChange[],
  { after, hashes }: { after: string | null; hashes: readonly string[] },
): Promise<void> {
  const subjects = [...(after === null ? [] : [`${prefix}${after}`]), ...hashes];
  const seqs = all.map(({ seq }) => seq);
  await sql`insert into pending_change (organisation_id, what, subject, changed_at)
    select ${organisationId}, 'link', subject, (select min(changed_at) from pending_change where seq = any(${seqs}::bigint[]))
    from unnest(${subjects}::text[]) subject
    on conflict do nothing`.execute(transaction);
  await clearPending(transaction, all);
}
