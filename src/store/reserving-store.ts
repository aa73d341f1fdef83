// A store whose files may not take the last of the disk: what replaces records, as access and pointers do, is written as long as
// there is any space, and documents only while a reserve is left. So a school that fills the disk stops no revocation.

import { StoreFullError } from '../errors.ts';
import type { Store } from './store.ts';

/** In bytes. */
export type Space = { free: number; total: number };

export type Reserve = {
  bytes: number;
  /** Asked before each writing. */
  readSpace: () => Promise<Space>;
};

/** Of a small disk the reserve is a tenth at most. */
export const reservedBytes = (bytes: number, { total }: Space): number => Math.min(bytes, total / 10);

export function reservingStore(store: Store, { bytes, readSpace }: Reserve): Store {
  return {
    ...store,
    async write(files) {
      const space = await readSpace();
      const kept = reservedBytes(bytes, space);
      const needed = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (space.free - needed < kept)
        throw new StoreFullError('write', files[0]?.path ?? '', {
          cause: new Error(
            `${inMegabytes(space.free)} are free at ${store.location}, and BELFRY_RESERVE_MB keeps ${inMegabytes(kept)} of them ` +
              'for access; documents are published again once there is more',
          ),
        });
      await store.write(files);
    },
  };
}

const inMegabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB`;
