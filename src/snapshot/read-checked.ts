// Reads a record so that one bad answer decides nothing. A proxy, a full disk cache or a network can cut a file short, or send
// another one, and the next reading is right. What a publisher keeps, replaces or removes follows from these readings, so a
// record that does not parse is neither absent nor a record without its content.

import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../back-off.ts';
import { BrokenRecordError } from '../errors.ts';
import { type Store, sameBytes } from '../store/store.ts';

export type Checked<Kind> =
  /** The store says that there is no such file. */
  | { state: 'absent'; record: null; bytes: null }
  | { state: 'intact'; record: Kind; bytes: Uint8Array }
  /** There is a file, it is not what it should be, and two readings of it are the same. */
  | { state: 'damaged'; record: null; bytes: Uint8Array };

export const absent = { state: 'absent', record: null, bytes: null } as const;

/** How often a file is read that is not what it should be, and the milliseconds in between. */
const readings = 5;
const pauses = { first: 20, longest: 100 };

/**
 * @param parse returns null unless it is the expected record
 * @throws BrokenRecordError when no two readings are the same
 */
export async function readChecked<Kind>(
  store: Store,
  path: string,
  parse: (bytes: Uint8Array) => Kind | null,
): Promise<Checked<Kind>> {
  let before: Uint8Array | null = null;
  for (let reading = 1; reading <= readings; reading++) {
    const bytes = await store.read(path);
    if (bytes === null) return absent;
    const record = parse(bytes);
    if (record !== null) return { state: 'intact', record, bytes };
    if (before !== null && sameBytes(before, bytes)) return { state: 'damaged', record: null, bytes };
    before = bytes;
    await sleep(backOff(reading, pauses));
  }
  throw new BrokenRecordError(`${path} is something else each time it is read from ${store.location}`);
}
