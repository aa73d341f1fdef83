// Checks that the folder of the published output has free space: bytes, and inodes, of which each version takes three.

import { readSpace } from '../store/folder/read-space.ts';
import { reservedBytes } from '../store/reserving-store.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

/** Enough for many versions of a large school, in all encodings, and their earlier generations. */
const minimum = { bytes: 500_000_000, inodes: 20_000 };

/** @param reserve bytes that publishing leaves for access */
export async function checkDisk(folder: string, reserve: number): Promise<Diagnosis> {
  const space = await readSpace(folder);
  return judgeSpace(folder, {
    ...{ bytes: space.free, inodes: space.inodes },
    reserve: reservedBytes(reserve, space),
  });
}

/** `inodes` is null where the file system does not limit them. */
export function judgeSpace(
  folder: string,
  { bytes, inodes, reserve = 0 }: { bytes: number; inodes: number | null; reserve?: number },
): Diagnosis {
  const space =
    `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB` +
    (inodes === null ? '' : ` and ${inodes.toLocaleString('en')} inodes`);
  if (bytes >= minimum.bytes && (inodes === null || inodes >= minimum.inodes))
    return fine('disk space', `${space} free for ${folder}`);
  if (bytes < reserve)
    return wrong(
      'disk space',
      `only ${space} free for ${folder}, which BELFRY_RESERVE_MB keeps for access: documents are not published, and revocations are`,
      'Free some; BELFRY_KEEP_MB and BELFRY_KEEP_DAYS limit what earlier generations take',
    );
  return wrong(
    'disk space',
    `only ${space} free for ${folder}`,
    'Free some before publishing stops; BELFRY_KEEP_MB and BELFRY_KEEP_DAYS limit what earlier generations take',
  );
}
