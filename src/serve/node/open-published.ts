// How a server reads the published output: directly from the folder, or from the bucket.

import type { RequestListener } from 'node:http';
import type { BucketStore } from '../../snapshot/bucket-store.ts';
import type { FolderStore } from '../../snapshot/folder-store.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import { bucketReader } from './bucket-reader.ts';
import { folderReader } from './folder-reader.ts';
import { bucketSiteListener, siteListener } from './site-listener.ts';

/** @param options.cacheBytes how many bytes of files are kept in memory */
export function openPublished(
  store: FolderStore | BucketStore,
  options: { cacheBytes: number; now: () => number },
): { openReader: () => SnapshotReader; site: RequestListener } {
  if ('folder' in store) return { openReader: folderReader(store.folder, options), site: siteListener(store.folder) };
  const reader = bucketReader(store, options.cacheBytes);
  return { openReader: () => reader, site: bucketSiteListener(store) };
}
