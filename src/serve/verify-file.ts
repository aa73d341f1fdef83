// Verifies a published file when it is loaded, on a server and at the edge.

import { commandLine } from '../command-line.ts';
import { BrokenRecordError } from '../errors.ts';
import type { MaybePromise } from './snapshot-reader.ts';

/**
 * Verifies a file against its pointer.
 * @param bytes null or undefined when there is no file
 * @param sha256 in lower-case hexadecimal
 * @throws BrokenRecordError
 */
export async function verifyFile<Bytes extends Uint8Array>(
  path: string,
  bytes: Bytes | null | undefined,
  expected: { bytes: number; sha256: string },
  sha256: (bytes: Bytes) => MaybePromise<string>,
): Promise<Bytes> {
  if (!bytes || bytes.length !== expected.bytes || (await sha256(bytes)) !== expected.sha256)
    throw new BrokenRecordError(
      `${path} is not the file that its pointer names; run \`${commandLine('build --full')}\``,
    );
  return bytes;
}
