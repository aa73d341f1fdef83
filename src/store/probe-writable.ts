// Whether anything can be written to a store at all. So a failure that concerns one organisation is told from one that concerns
// all of them.

import { StoreError } from '../errors.ts';
import { probePrefix } from './probe-store.ts';
import type { Store } from './store.ts';

/** As much as a small file takes on a disk, so that a full one is noticed. */
const probe = new Uint8Array(4096).fill(0x20);

/** @param id unique to the process that asks */
export async function isWritable(store: Store, id: string): Promise<boolean> {
  const path = `${probePrefix(id)}writable.json`;
  try {
    await store.write([{ path, bytes: probe }]);
    await store.remove([path]);
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
