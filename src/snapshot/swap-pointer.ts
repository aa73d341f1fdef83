// The moment of publication: one small file replaced at once. The pointer that goes is kept for rollback first.

import type { Pointer } from '../contract/types.generated.ts';
import type { Snapshot } from './load-snapshot.ts';
import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';
import type { Store } from './store.ts';

/**
 * Makes `pointer` what its organisation shows, if that is still what `before` was read from.
 * @returns false when another publisher came first
 */
export async function swapPointer(store: Store, pointer: Pointer, before: Snapshot): Promise<boolean> {
  const { organisationId } = pointer;
  if (before.pointer !== null) {
    const path = paths.earlierPointer(organisationId, before.pointer.generation);
    await store.write([{ path, bytes: recordBytes(before.pointer) }]);
  }
  return store.replace(paths.pointer(organisationId), recordBytes(pointer), before.pointerBytes);
}
