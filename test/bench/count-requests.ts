// A store that counts what is read and written through it. Each file that is written is a PUT in a bucket, and so is a record.

import type { Store } from '../../src/store/store.ts';

export type Traffic = { reads: number; writes: number; bytes: number };

export function countRequests(store: Store): { store: Store; restart(): Traffic } {
  let traffic: Traffic = { reads: 0, writes: 0, bytes: 0 };
  const counted: Store = {
    ...store,
    read: (path) => {
      traffic.reads += 1;
      return store.read(path);
    },
    write: (files) => {
      traffic.writes += files.length;
      for (const { bytes } of files) traffic.bytes += bytes.length;
      return store.write(files);
    },
    replace: (path, bytes, expected) => {
      traffic.writes += 1;
      traffic.bytes += bytes.length;
      return store.replace(path, bytes, expected);
    },
  };
  return { store: counted, restart: () => (traffic = { reads: 0, writes: 0, bytes: 0 }) };
}
