// Verifies a published file when it is loaded, on a server and at the edge.

import { commandLine } from '../command-line.ts';
import { BrokenRecordError } from '../errors.ts';
import type { MaybePromise } from './snapshot-reader.ts';

/** The size of a file, and its SHA-256 in lower-case hexadecimal, as its pointer has them. */
export type ExpectedFile = { bytes: number; sha256: string };

export const notTheFile = (path: string): BrokenRecordError =>
  new BrokenRecordError(`${path} is not the file that its pointer names; run \`${commandLine('build --full')}\``);

export const isExpected = async <Bytes extends Uint8Array>(
  bytes: Bytes,
  expected: ExpectedFile,
  sha256: (bytes: Bytes) => MaybePromise<string>,
): Promise<boolean> => bytes.length === expected.bytes && (await sha256(bytes)) === expected.sha256;

/** @throws BrokenRecordError when the bytes are not those of the file */
export async function verifyFile<Bytes extends Uint8Array>(
  path: string,
  bytes: Bytes,
  expected: ExpectedFile,
  sha256: (bytes: Bytes) => MaybePromise<string>,
): Promise<Bytes> {
  if (!(await isExpected(bytes, expected, sha256))) throw notTheFile(path);
  return bytes;
}
