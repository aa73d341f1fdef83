// Reads the disk of the published output for the metrics of a watcher; null for a bucket.

import { readSpace } from '../../src/store/folder/read-space.ts';
import { reservedBytes } from '../../src/store/reserving-store.ts';
import { isBucket } from '../command/open-store.ts';
import { publishedLocation, settings } from '../options/settings.ts';

export function diskReader(): (() => Promise<{ free: number; reserved: number }>) | null {
  const location = publishedLocation();
  if (isBucket(location)) return null;
  const reserve = settings.reserveMegabytes.value * 1_000_000;
  return async () => {
    const space = await readSpace(location);
    return { free: space.free, reserved: reservedBytes(reserve, space) };
  };
}
