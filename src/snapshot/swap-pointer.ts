// The moment of publication: one small file replaced at once. The pointer that goes is kept for rollback first.

import type { Handle, Owned } from '../access/ids.ts';
import type { Pointer } from '../contract/types.generated.ts';
import type { Snapshot } from './load-snapshot.ts';
import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';
import { replacePart } from './replace-part.ts';
import type { Store } from './store.ts';

/**
 * Makes `pointer` what its organisation shows, if that is still what `before` was read from.
 * @param beforeSwap is called right before it, and throws to prevent it
 * @throws ConflictError when another publisher came first
 */
export async function swapPointer(
  store: Store,
  handle: Handle,
  pointer: Owned<Pointer>,
  { pointer: earlier, stored }: Snapshot,
  beforeSwap: () => Promise<void>,
): Promise<void> {
  const { organisationId } = pointer;
  if (earlier !== null && earlier.generation !== pointer.generation) {
    const path = paths.earlierPointer(organisationId, earlier.generation);
    await store.write([{ path, bytes: recordBytes(earlier) }]);
  }
  await replacePart(store, { organisationId, handle, stored }, 'pointer', pointer, beforeSwap);
}
