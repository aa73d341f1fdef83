// Starts a part of `watch` as a process of its own, with a channel for messages; the part ends when the channel does.

import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prebuilt } from '../../src/prebuilt.ts';
import { environmentWith } from '../options/read-setting.ts';

/** The same program again. In a clone it is TypeScript, which tsx runs. */
export function startPart(part: 'documents' | 'webhooks', more: Readonly<Record<string, string>> = {}): ChildProcess {
  const program =
    prebuilt === null
      ? join(fileURLToPath(new URL('..', import.meta.url)), 'belfry.ts')
      : fileURLToPath(new URL('belfry.js', prebuilt));
  const loader =
    prebuilt === null ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  // Where the memory of this process is limited, as `npm start` does for small machines, so is that of the other.
  const limits = process.execArgv.filter((option) => option.startsWith('--max-semi-space-size='));
  return spawn(process.execPath, [...limits, ...loader, program, 'watch', '--only', part], {
    env: environmentWith(more),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Where the processor is short, access goes first. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // A service manager may forbid it; the processes share nothing but the processor, so it is a help and no need.
  }
}
