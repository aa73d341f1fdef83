// A store that tells how many bytes are written through it.

import type { NewFile, Store } from '../../src/store/store.ts';

export function countingStore(store: Store, count: (bytes: number) => void): Store {
  return {
    ...store,
    write: (files: readonly NewFile[]) => {
      for (const { bytes } of files) count(bytes.length);
      return store.write(files);
    },
    replace: (path, bytes, expected) => {
      count(bytes.length);
      return store.replace(path, bytes, expected);
    },
  };
}
