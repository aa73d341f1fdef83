// How a server reads the published output: directly from the folder, or from the bucket.

import type { BucketStore } from '../../store/bucket/bucket-store.ts';
import type { FolderStore } from '../../store/folder/folder-store.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import { bucketReader } from './bucket-reader.ts';
import { folderReader } from './folder-reader.ts';
import { type Site, siteOfBucket, siteOfFolder } from './site.ts';

/** @param options.cacheBytes how many bytes of files are kept in memory */
export function openPublished(
  store: FolderStore | BucketStore,
  options: { cacheBytes: number; now: () => number },
): { openReader: () => SnapshotReader; site: Site } {
  if ('folder' in store) return { openReader: folderReader(store.folder, options), site: siteOfFolder(store.folder) };
  const reader = bucketReader(store, options.cacheBytes);
  return { openReader: () => reader, site: siteOfBucket(store) };
}
