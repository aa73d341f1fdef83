import { bucketStore } from '../../src/snapshot/bucket-store.ts';
import { folderStore } from '../../src/snapshot/folder-store.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { bucketServer } from './settings.ts';

/** Whether the location is a bucket, `s3://name/prefix`, rather than a folder. */
export const isBucket = (location: string): boolean => location.startsWith('s3://');

/** The published output in a folder or a bucket. */
export async function openStore(location: string): Promise<Store> {
  if (!isBucket(location)) return folderStore(location);
  return bucketStore(location, bucketServer());
}
