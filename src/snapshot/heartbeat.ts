// A publisher's heartbeat: one small file that says that somebody looks after what is published, and what needs
// attention, so that a server without a database can tell. How old it is, is told by the store that it was written to
// (`Store.readWithAge`): the machines that publish and serve may have clocks that differ, and nothing in the file is
// believed about time.

import { judgePublisher, watcherTimeout } from './judge-publisher.ts';
import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';
import type { Store } from './store.ts';

/** An organisation that somebody should look at, as of the heartbeat. */
export type NeedOfAttention = {
  organisationId: string;
  /** Changes that wait, and for how many seconds the first of them has. */
  changes: number;
  ageSeconds: number;
  /** Failed attempts since the last good one. */
  failures: number;
  withheld: number;
  rolledBack: boolean;
};

export type Heartbeat = {
  /** When by the publisher's own clock, in milliseconds since 1970: for people who read the file, never for judging. */
  at: number;
  /** Whether more heartbeats are to come, as from `watch`; a single build promises none. */
  watching: boolean;
  /** Changes that wait, for how many seconds the first of them has, and versions withheld in all organisations. */
  queueDepth: number;
  queueAgeSeconds: number;
  withheldVersions: number;
  /** Builds since this publisher began, and how many seconds the last one took. */
  builds: number;
  buildSeconds: number;
  /** The generation that it swapped in last, of whatever organisation; 0 before the first. */
  generation: number;
  /** How many organisations the database has, how many of them are in need, and the first `namedInNeed` of those. */
  organisations: number;
  inNeed: number;
  first: readonly NeedOfAttention[];
  /** The watchers heard of in the last minute, and how many milliseconds before this heartbeat each last was. */
  watchers: readonly { id: string; age: number }[];
};

/** A heartbeat and how many milliseconds ago it was written, by the store's time. */
export type AgedHeartbeat = Heartbeat & { age: number };

/** How many organisations a heartbeat names: enough for a look, and small enough to be read with each request. */
export const namedInNeed = 50;

const builderLimits = { timeout: watcherTimeout, refuseAfter: undefined };

/**
 * Writes a heartbeat. Watchers share the one file, so each keeps what the others said of themselves. A single build has
 * less to tell and promises nothing, so it replaces a watcher's only when that has been silent for too long to be alive.
 * @param watcher the id of the watcher; null for a single build
 */
export async function writeHeartbeat(
  store: Store,
  heartbeat: Omit<Heartbeat, 'watchers'>,
  watcher: string | null,
): Promise<void> {
  // Lost only to another publisher at the same moment; the next round is soon, so a few tries are enough.
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

/** The last heartbeat with its age, or null when there is none that can be read. */
export async function readHeartbeat(store: Store): Promise<AgedHeartbeat | null> {
  const found = await store.readWithAge(paths.publisher);
  return found && ageHeartbeat(parseHeartbeat(found.bytes), found.age);
}

const ageHeartbeat = (heartbeat: Heartbeat | null, age: number): AgedHeartbeat | null =>
  heartbeat && { ...heartbeat, age };

const counts = ['at', 'queueDepth', 'queueAgeSeconds', 'withheldVersions', 'builds', 'buildSeconds', 'generation'];

/** What a heartbeat lacks that an earlier release wrote. */
const missing = { organisations: 0, inNeed: 0 };

/** A heartbeat from its bytes, or null when they are none. */
export function parseHeartbeat(bytes: Uint8Array): Heartbeat | null {
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (!isObject(found) || typeof found['watching'] !== 'boolean') return null;
  if (!counts.every((name) => Number.isFinite(found[name]))) return null;
  const watchers = listOf(found['watchers']).filter(isWatcher);
  const first = listOf(found['first']).filter(isNeed);
  return { ...missing, ...(found as Heartbeat), first, watchers }; // only Belfry writes this file; what is judged by is checked
}

const isNeed = (value: unknown): value is NeedOfAttention =>
  isObject(value) && typeof value['organisationId'] === 'string';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isWatcher = (value: unknown): value is Heartbeat['watchers'][number] =>
  isObject(value) && typeof value['id'] === 'string' && Number.isFinite(value['age']) && Number(value['age']) >= 0;
