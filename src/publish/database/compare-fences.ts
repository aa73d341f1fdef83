// Compares the records in the store with what the database published last, by their fences. A record that was put back from a
// backup, a copy or an old version of a bucket is intact in itself, and may let a revoked key in: only the database can tell.

import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { requeueAll, requeueDerived, type Work } from '../../database/queue/pending-changes.ts';
import {
  isRemovalDue,
  type PublishedOrganisation,
  selectFences,
  selectFencesOf,
  selectUnusedHandles,
} from '../../database/queue/select-fences.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { paths } from '../../snapshot/paths.ts';
import { nullIfBroken, parseOrganisationRecord } from '../../snapshot/read-record.ts';
import { readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { readsAtOnce } from '../../store/reads-at-once.ts';
import type { Store } from '../../store/store.ts';
import { allWorks } from '../port.ts';
import type { DatabasePublisher } from './database-port.ts';
import { pruneDeleted } from './prune-deleted.ts';

/** How many organisations are compared in one step. */
const pageSize = 500;

/** How many organisations are named of each kind; the others are counted. */
const maxNamed = 20;

/** How often, and after how many milliseconds, a newer record is compared again: its publisher may be about to commit. */
const [rounds, pause] = [4, 500];

/** A count, and the first of what was counted. */
export type Named = { count: number; first: string[] };

/** Nothing that is named waits to be published, so no publication that is under way explains it. */
export type FenceReport = {
  /** How many organisations were compared. */
  compared: number;
  /** Organisations whose record is missing, or older than what the database published last. */
  older: Named;
  /** Organisations of which the database does not know what it published last, as after the upgrade that began to record it. */
  unknown: Named;
  /** Organisations whose record was published by a transaction that the database does not know, as after its restore. */
  newer: Named;
  /** Paths of records that belong to no organisation of the database, and whose removal is neither queued nor held. */
  strays: Named;
};

export type CompareOptions = {
  /** Enqueues everything of the organisations in `older` and `unknown`. */
  enqueue?: boolean;
  signal?: AbortSignal;
};

/**
 * Compares every organisation of the database. The database is read before the store: a publisher replaces the record before it
 * commits, so what is published meanwhile never looks older.
 * @throws the reason of `signal` when it aborts; whatever the store or the database throws
 */
export async function compareFences(
  database: Database,
  store: Store,
  { enqueue = false, signal }: CompareOptions = {},
): Promise<FenceReport> {
  const report: FenceReport = { compared: 0, older: none(), unknown: none(), newer: none(), strays: none() };
  await enqueueUnlessReadOnly(database);
  // Listed first, so that the record of an organisation that is created meanwhile is not a stray.
  const names = await store.listNames(paths.records);
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const page = await selectFences(database, after, pageSize);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.organisationId;
    const { older, unknown, derived, newer } = await comparePage(store, page, signal);
    if (enqueue) {
      await requeueAll(database, [...older, ...unknown]);
      await requeueDerived(database, derived);
    }
    for (const id of new Set([...older, ...derived])) add(report.older, id);
    for (const id of unknown) add(report.unknown, id);
    for (const id of await stillNewer(database, newer, signal)) add(report.newer, id);
    report.compared += page.length;
  }
  for (const path of await findStrays(database, store, names, signal)) add(report.strays, path);
  return report;
}

/**
 * Compares, and repairs what is older or not known to be as new: enqueues it, so that the watcher or the build that called this publishes it anew, and
 * removes stray records by the rules for removals. What is newer stays: if the database was restored, publishing from it could
 * make a revoked key valid again, so a person decides.
 */
export async function repairFences(publisher: DatabasePublisher, signal?: AbortSignal): Promise<FenceReport> {
  const { store, port } = publisher;
  const report = await compareFences(port.database, store, { enqueue: true, ...(signal && { signal }) });
  if (report.strays.count > 0) await pruneDeleted(publisher);
  return report;
}

type NewerRecord = { organisationId: OrganisationId; fences: Record<Work, number> };

/** `derived` are those of which what is derived is not what was published last, whatever else is wrong with their record. */
type ComparedPage = Record<'older' | 'unknown' | 'derived', OrganisationId[]> & { newer: NewerRecord[] };

async function comparePage(
  store: Store,
  page: readonly PublishedOrganisation[],
  signal: AbortSignal | undefined,
): Promise<ComparedPage> {
  const found: ComparedPage = { older: [], unknown: [], derived: [], newer: [] };
  await mapConcurrently(page, readsAtOnce, async (organisation) => {
    signal?.throwIfAborted();
    const { organisationId, handle } = organisation;
    const { record } = await readRecordByHandle(store, organisationId, handle);
    const fences = {
      access: record?.access?.fence,
      documents: record?.pointer?.fence,
      days: record?.days?.fence,
      derived: record?.derived?.fence,
    };
    const states = (['access', 'documents'] as const).map((work) => comparePart(organisation[work], fences[work]));
    const following = (['days', 'derived'] as const).map((work) => compareDerived(organisation[work], fences[work]));
    if (following.includes('differs')) found.derived.push(organisationId);
    if (states.includes('older')) found.older.push(organisationId);
    else if (states.includes('unknown')) found.unknown.push(organisationId);
    else if ([...states, ...following].includes('newer')) {
      const { access = 0, documents = 0, days = 0, derived = 0 } = fences;
      found.newer.push({ organisationId, fences: { access, documents, days, derived } });
    }
  });
  return found;
}

function comparePart(
  { fence, isPending }: PublishedOrganisation[Work],
  stored: number | undefined,
): 'same' | 'older' | 'unknown' | 'newer' {
  if (isPending) return 'same'; // the publication to come compares too, and rebuilds what is not as it was left
  if (stored === undefined) return 'older';
  if (fence === null) return 'unknown';
  if (stored < fence) return 'older';
  return stored > fence ? 'newer' : 'same';
}

/** Nothing derived in the store is right where nothing was, and wrong where the database does not know what is there. */
function compareDerived(
  last: PublishedOrganisation['derived'],
  stored: number | undefined,
): 'same' | 'differs' | 'newer' {
  if (last.fence === null && stored === undefined) return 'same';
  const state = comparePart(last, stored);
  return state === 'same' || state === 'newer' ? state : 'differs';
}

/** Of these, the organisations whose publisher has neither committed by now nor left its work in the queue. */
async function stillNewer(
  database: Database,
  records: readonly NewerRecord[],
  signal: AbortSignal | undefined,
): Promise<OrganisationId[]> {
  let newer = [...records];
  for (let round = 1; newer.length > 0 && round <= rounds; round++) {
    if (round > 1) await sleep(pause, undefined, signal && { signal });
    const ids = newer.map(({ organisationId }) => organisationId);
    const known = new Map((await selectFencesOf(database, ids)).map((each) => [each.organisationId, each]));
    newer = newer.filter(({ organisationId, fences }) => {
      const now = known.get(organisationId); // undefined when it was deleted meanwhile
      if (now === undefined) return false;
      const isNewer = (work: Work) => !now[work].isPending && fences[work] > (now[work].fence ?? 0);
      return allWorks.some(isNewer);
    });
  }
  return newer.map(({ organisationId }) => organisationId);
}

async function findStrays(
  database: Database,
  store: Store,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const strays: string[] = [];
  for (let first = 0; first < names.length; first += pageSize) {
    signal?.throwIfAborted();
    const page = names.slice(first, first + pageSize);
    const unused = await selectUnusedHandles(
      database,
      page.map((name) => basename(name, '.json')),
    );
    for (const name of page) {
      if (!unused.has(basename(name, '.json'))) continue;
      const path = `${paths.records}${name}`;
      const bytes = await store.read(path);
      if (bytes === null) continue; // removed meanwhile
      const owner = nullIfBroken(() => parseOrganisationRecord(bytes))?.organisationId;
      if (owner === undefined || !(await isRemovalDue(database, owner))) strays.push(path);
    }
  }
  return strays;
}

const none = (): Named => ({ count: 0, first: [] });

function add(named: Named, name: string): void {
  named.count += 1;
  if (named.first.length < maxNamed) named.first.push(name);
}
