// A publisher as a process of its own under strace, which shows and delays its system calls: the only way to hold a
// process up inside one, or to see in which order its changes reach the disk.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { nodeArguments, repositoryFolder } from './run-process.ts';

/** Whether processes can be traced here; where everything must be tested, that they cannot is a failure. */
export const canTrace = ((): boolean => {
  if (process.env['CI']) return true;
  try {
    execFileSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/**
 * Publishes what is pending into `folder`, traced with these arguments of strace.
 * @returns once the process has ended: what strace printed
 */
export async function tracedBuild(
  { databaseUrl = inject('serverUrl') ?? '', folder }: { databaseUrl?: string; folder: string },
  straceArguments: readonly string[],
): Promise<string> {
  const program = [process.execPath, ...nodeArguments(['test/support/publisher-process.ts'])];
  const child = spawn('strace', ['-f', '-qq', ...straceArguments, ...program], {
    cwd: repositoryFolder,
    env: { ...process.env, DATABASE_URL: databaseUrl, BELFRY_OUT: folder, BELFRY_BUCKET: undefined, COMMAND: 'build' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let trace = '';
  child.stderr.on('data', (chunk) => {
    trace += chunk;
  });
  await once(child, 'close');
  return trace;
}
