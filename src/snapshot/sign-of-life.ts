// A publisher's sign of life: one small file with the time, so that a server can tell how long nobody has looked after
// what it serves.

import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';
import type { Store } from './store.ts';

/** Says that a publisher is at work at `now`, in milliseconds since 1970. */
export const giveSignOfLife = (store: Store, now: number): Promise<void> =>
  store.write([{ path: paths.publisher, bytes: recordBytes({ aliveAt: new Date(now).toISOString() }) }]);

/** Seconds since the last sign of life, or null when there was none. */
export async function publisherAge(store: Store, now: number): Promise<number | null> {
  const bytes = await store.read(paths.publisher);
  if (bytes === null) return null;
  try {
    const aliveAt = Date.parse(JSON.parse(new TextDecoder().decode(bytes)).aliveAt);
    return Number.isNaN(aliveAt) ? null : (now - aliveAt) / 1000;
  } catch {
    return null;
  }
}
