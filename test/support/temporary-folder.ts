import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that goes with the test that asked for it; with the file when `whenDone` is `whenFileEnds`. */
export async function temporaryFolder(
  whenDone: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
