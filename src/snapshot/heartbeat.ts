// A publisher's heartbeat: one small file that shows servers without a database that a publisher is alive, and what needs
// attention. Its age comes from the store (`Store.readWithAge`), never from the file, because the clocks of publishers and
// servers may differ.

import type { Store } from '../store/store.ts';
import { judgePublisher, watcherTimeout } from './judge-publisher.ts';
import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';

/** An organisation that needed attention at the time of the heartbeat. */
export type OrganisationInNeed = {
  organisationId: string;
  /** The number of queued changes, and the age of the oldest in seconds. */
  changes: number;
  ageSeconds: number;
  /** Failed attempts since the last success, of access or documents, whichever has more. */
  failures: number;
  withheld: number;
  rolledBack: boolean;
};

export type Heartbeat = {
  /** The publisher's own clock, in milliseconds since 1970. Only for people who read the file. */
  at: number;
  /** Whether more heartbeats will follow, as from `watch` but not from a single build. */
  watching: boolean;
  /** Queued changes, the age of the oldest, and withheld versions, in all organisations. */
  queueDepth: number;
  queueAgeSeconds: number;
  withheldVersions: number;
  /** How many organisations the queued changes belong to; absent in a heartbeat of an earlier release. */
  waitingOrganisations?: number;
  /** Organisations built since this publisher started, and the seconds for the last one; for `build`, the average. */
  builds: number;
  buildSeconds: number;
  /** The generation number of its most recent publication, of any organisation; 0 before the first. */
  generation: number;
  /** How many organisations there are, how many need attention, and the most urgent `maxNamed` of those. */
  organisations: number;
  inNeed: number;
  first: readonly OrganisationInNeed[];
  /** The watchers of the last minute, and how many milliseconds before this heartbeat each wrote its own. */
  watchers: readonly { id: string; age: number }[];
};

/** A heartbeat with its age in milliseconds, by the store's clock. */
export type AgedHeartbeat = Heartbeat & { age: number };

/** How many organisations a heartbeat names. It must stay small, since servers may read it on each request. */
export const maxNamed = 50;

const builderLimits = { timeout: watcherTimeout, refuseAfter: undefined };

/**
 * Writes a heartbeat. Watchers share one file, so each keeps the entries of the others. A single build replaces a watcher's
 * heartbeat only when that watcher is dead.
 * @param watcher the id of the watcher; null for a single build
 */
export async function writeHeartbeat(
  store: Store,
  heartbeat: Omit<Heartbeat, 'watchers'>,
  watcher: string | null,
): Promise<void> {
  // Fails only when another publisher writes at the same moment. The next heartbeat is soon, so a few attempts suffice.
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await store.readWithAge(paths.publisher);
    const last = before && ageHeartbeat(parseHeartbeat(before.bytes), before.age);
    if (watcher === null && last?.watching && judgePublisher(last, builderLimits).state === 'alive') return;
    const watchers = (last?.watchers ?? [])
      .map(({ id, age }) => ({ id, age: Math.round(age + Math.max(0, last?.age ?? 0)) }))
      .filter(({ id, age }) => id !== watcher && age < watcherTimeout);
    if (watcher !== null) watchers.push({ id: watcher, age: 0 });
    const bytes = recordBytes({ ...heartbeat, watchers });
    if (await store.replace(paths.publisher, bytes, before?.bytes ?? null)) return;
  }
}

/** The last heartbeat with its age, or null when there is no valid one. */
export async function readHeartbeat(store: Store): Promise<AgedHeartbeat | null> {
  const found = await store.readWithAge(paths.publisher);
  return found && ageHeartbeat(parseHeartbeat(found.bytes), found.age);
}

const ageHeartbeat = (heartbeat: Heartbeat | null, age: number): AgedHeartbeat | null =>
  heartbeat && { ...heartbeat, age };

const numericFields = [
  'at',
  'queueDepth',
  'queueAgeSeconds',
  'withheldVersions',
  'builds',
  'buildSeconds',
  'generation',
];

/** Defaults for fields that an earlier release did not write. */
const missing = { organisations: 0, inNeed: 0 };

/** Parses a heartbeat; null when it is invalid. */
export function parseHeartbeat(bytes: Uint8Array): Heartbeat | null {
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (!isObject(found) || typeof found['watching'] !== 'boolean') return null;
  if (!numericFields.every((name) => Number.isFinite(found[name]))) return null;
  const watchers = listOf(found['watchers']).filter(isWatcher);
  const first = listOf(found['first']).filter(isNeed);
  return { ...missing, ...(found as Heartbeat), first, watchers }; // only Belfry writes this file, and the fields that decide anything were checked
}

const isNeed = (value: unknown): value is OrganisationInNeed =>
  isObject(value) && typeof value['organisationId'] === 'string';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isWatcher = (value: unknown): value is Heartbeat['watchers'][number] =>
  isObject(value) && typeof value['id'] === 'string' && Number.isFinite(value['age']) && Number(value['age']) >= 0;
