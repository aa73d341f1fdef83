// Whether the folder of the published output has room: bytes, and inodes, of which each version takes three.

import { statfs } from 'node:fs/promises';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

/** The least that should be free: many versions of a large school, in all encodings, and their earlier generations. */
const least = { bytes: 500_000_000, inodes: 20_000 };

export async function checkDisk(folder: string): Promise<Diagnosis> {
  const { bavail, bsize, ffree, files } = await statfs(folder);
  return judgeRoom(folder, { bytes: bavail * bsize, inodes: files === 0 ? null : ffree });
}

/** @param free `inodes` is null where the file system has no limit of them */
export function judgeRoom(folder: string, { bytes, inodes }: { bytes: number; inodes: number | null }): Diagnosis {
  const room =
    `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB` +
    (inodes === null ? '' : ` and ${inodes.toLocaleString('en')} inodes`);
  if (bytes >= least.bytes && (inodes === null || inodes >= least.inodes))
    return fine('room', `${room} free for ${folder}`);
  return wrong(
    'room',
    `only ${room} free for ${folder}`,
    'Make room before publishing stops; BELFRY_KEEP_MB and BELFRY_KEEP_DAYS bound what earlier generations take',
  );
}
