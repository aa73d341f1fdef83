import { folderStore } from '../../src/snapshot/folder-store.ts';
import type { Store } from '../../src/snapshot/store.ts';

/** Whether the place is a bucket, `s3://name/prefix`, rather than a folder. */
export const isBucket = (place: string): boolean => place.startsWith('s3://');

/** The published form in a folder or a bucket. The bucket's client is loaded only where there is one. */
export async function openStore(place: string): Promise<Store> {
  if (!isBucket(place)) return folderStore(place);
  const { bucketStore } = await import('../../src/snapshot/bucket-store.ts');
  return bucketStore(place);
}
