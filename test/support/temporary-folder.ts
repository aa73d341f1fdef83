import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, which is removed when the test ends, or when the file ends if `whenDone` is `whenFileEnds`. */
export async function temporaryFolder(
  whenDone: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
