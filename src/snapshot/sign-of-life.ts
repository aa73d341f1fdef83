// A publisher's sign of life: one small file with the time and what it has to tell, so that a server without a database
// can say how long nobody has looked after what it serves.

import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';
import type { Store } from './store.ts';

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
};

export const giveSignOfLife = (store: Store, sign: SignOfLife): Promise<void> =>
  store.write([{ path: paths.publisher, bytes: recordBytes(sign) }]);

/** The last sign of life, or null when there is none that can be read. */
export async function lastSignOfLife(store: Store): Promise<SignOfLife | null> {
  const bytes = await store.read(paths.publisher);
  return bytes && readSignOfLife(bytes);
}

/** A sign of life from its bytes, or null when they are none. */
export function readSignOfLife(bytes: Uint8Array): SignOfLife | null {
  try {
    const sign: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isSign = typeof sign === 'object' && sign !== null && 'at' in sign && typeof sign.at === 'number';
    return isSign ? (sign as SignOfLife) : null; // only Belfry writes this file
  } catch {
    return null;
  }
}
