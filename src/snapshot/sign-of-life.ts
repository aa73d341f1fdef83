// A publisher's sign of life: one small file with the time and what it has to tell, so that a server without a database
// can say how long nobody has looked after what it serves, and who should be looked at.

import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';
import type { Store } from './store.ts';

/** An organisation that somebody should look at, as of the sign of life. */
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

export type SignOfLife = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whether more signs are to come, as from `watch`; a single build promises none. */
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
  /** The watchers heard of in the last minute, whoever gave this sign, and when each was. */
  watchers: readonly { id: string; at: number }[];
};

/** How many organisations a sign names: enough for a look, and small enough to be read with each request. */
export const namedInNeed = 50;

/** For how long a watcher is remembered after its last sign, in milliseconds. */
const remembered = 60_000;

/**
 * Gives a sign of life. Watchers share the one file, so each keeps what the others said of themselves.
 * @param watcher the id of the watcher that gives it; null for a single build
 */
export async function giveSignOfLife(
  store: Store,
  sign: Omit<SignOfLife, 'watchers'>,
  watcher: string | null,
): Promise<void> {
  // Lost only to another watcher at the same moment; the next round is soon, so a few tries are enough.
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await store.read(paths.publisher);
    const others = (before && readSignOfLife(before))?.watchers ?? [];
    const watchers = others.filter(({ id, at }) => id !== watcher && sign.at - at < remembered);
    if (watcher !== null) watchers.push({ id: watcher, at: sign.at });
    if (await store.replace(paths.publisher, recordBytes({ ...sign, watchers }), before)) return;
  }
}

/** The last sign of life, or null when there is none that can be read. */
export async function lastSignOfLife(store: Store): Promise<SignOfLife | null> {
  const bytes = await store.read(paths.publisher);
  return bytes && readSignOfLife(bytes);
}

/** What a sign lacks that an earlier release gave. */
const untold = { organisations: 0, inNeed: 0, first: [], watchers: [] };

/** A sign of life from its bytes, or null when they are none. */
export function readSignOfLife(bytes: Uint8Array): SignOfLife | null {
  try {
    const sign: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isSign = typeof sign === 'object' && sign !== null && 'at' in sign && typeof sign.at === 'number';
    return isSign ? { ...untold, ...(sign as SignOfLife) } : null; // only Belfry writes this file
  } catch {
    return null;
  }
}
