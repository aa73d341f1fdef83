// How much of the disk of the published output is free, and below what publishing leaves the rest for access.

import { Gauge, type Registry } from 'prom-client';

/** In bytes. */
export type WatcherDisk = { free: number; reserved: number };

/** @param readDisk null for a bucket, of which neither is known */
export function addDisk(registry: Registry, readDisk: (() => Promise<WatcherDisk>) | null): void {
  const add = (name: string, help: string, read: (disk: WatcherDisk) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await readDisk?.().catch(() => null);
        this.remove(); // `reset` would leave a zero
        if (disk) this.set(read(disk));
      },
    });
  add(
    'belfry_disk_free_bytes',
    'Bytes that are free for the published output; absent for a bucket.',
    ({ free }) => free,
  );
  add(
    'belfry_disk_reserved_bytes',
    'Bytes of them that are left for access: with less, documents are not published.',
    ({ reserved }) => reserved,
  );
}
