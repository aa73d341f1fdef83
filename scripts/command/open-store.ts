// Opens the store at a location, a folder or a bucket, and tests whether it can be published to, for `check -- --store` and
// before the first publication.

import { randomUUID } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandLine } from '../../src/command-line.ts';
import { StoreError } from '../../src/errors.ts';
import { publisherTimeouts, type Timeouts } from '../../src/store/bucket/bucket-client.ts';
import { type BucketStore, bucketStore } from '../../src/store/bucket/bucket-store.ts';
import { probeBucket } from '../../src/store/bucket/probe-bucket.ts';
import { type FolderStore, folderStore } from '../../src/store/folder/folder-store.ts';
import { type ProbeFinding, probePrefix, probeStore } from '../../src/store/probe-store.ts';
import type { Store } from '../../src/store/store.ts';
import { bucketServer } from '../options/bucket-server.ts';

/** Whether the location is a bucket, `s3://name/prefix`, rather than a folder. */
export const isBucket = (location: string): boolean => location.startsWith('s3://');

/** The published output in a folder or a bucket. @param timeouts of a bucket; a publisher's by default */
export function openStore(location: string, timeouts: Timeouts = publisherTimeouts): FolderStore | BucketStore {
  return isBucket(location) ? bucketStore(location, bucketServer(), timeouts) : folderStore(location);
}

/** Tests each operation that publishing needs. @param store opened at `location` */
export async function probeLocation(store: Store, location: string): Promise<ProbeFinding[]> {
  const id = randomUUID();
  const findings = await probeStore(store, id);
  if (!isBucket(location)) {
    // These fail if nothing could be written, or while another probe is running.
    await rm(join(location, probePrefix(id)), { recursive: true, force: true }).catch(() => {});
    await rmdir(dirname(join(location, probePrefix(id)))).catch(() => {});
    return findings;
  }
  const [first] = findings;
  if (first?.outcome === 'failed') return findings; // nothing can be written, so the other tests cannot run
  return [...findings, ...(await probeBucket(location, id, bucketServer()))];
}

export const probeLines = (findings: readonly ProbeFinding[]): string[] =>
  findings.flatMap(({ probe, outcome, found, advice }) => [
    `${outcome.padEnd(7)}  ${probe}: ${found}`,
    ...(advice === null ? [] : [`         ${advice}.`]),
  ]);

/**
 * Before the first publication: warns on stderr about limits of the store.
 * @throws StoreError when something needed is missing
 */
export async function assertLocationUsable(store: Store, location: string): Promise<void> {
  const findings = (await probeLocation(store, location)).filter(({ outcome }) => outcome !== 'ok');
  const lines = probeLines(findings).join('\n');
  if (findings.some(({ outcome }) => outcome === 'failed'))
    throw new StoreError('publish to', location, {
      cause: `it lacks what publishing needs, so nothing was published\n${lines}\nTest it again with \`${commandLine('check --store')}\``,
    });
  if (findings.length > 0) console.error(`${location} has limits:\n${lines}`);
}
