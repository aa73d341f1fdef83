// Checks that the folder of the published output has free space: bytes, and inodes, of which each version takes three.

import { statfs } from 'node:fs/promises';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

/** Enough for many versions of a large school, in all encodings, and their earlier generations. */
const minimum = { bytes: 500_000_000, inodes: 20_000 };

export async function checkDisk(folder: string): Promise<Diagnosis> {
  const { bavail, bsize, ffree, files } = await statfs(folder);
  return judgeSpace(folder, { bytes: bavail * bsize, inodes: files === 0 ? null : ffree });
}

/** `inodes` is null where the file system does not limit them. */
export function judgeSpace(folder: string, { bytes, inodes }: { bytes: number; inodes: number | null }): Diagnosis {
  const space =
    `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB` +
    (inodes === null ? '' : ` and ${inodes.toLocaleString('en')} inodes`);
  if (bytes >= minimum.bytes && (inodes === null || inodes >= minimum.inodes))
    return fine('disk space', `${space} free for ${folder}`);
  return wrong(
    'disk space',
    `only ${space} free for ${folder}`,
    'Free some before publishing stops; BELFRY_KEEP_MB and BELFRY_KEEP_DAYS limit what earlier generations take',
  );
}
