// A publisher process under strace, which shows and delays its system calls: the only way to suspend a process inside one, or
// to see in which order its changes reach the disk.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject, onTestFinished } from 'vitest';
import { nodeArguments, repositoryFolder } from './run-process.ts';
import { waitUntil } from './wait-until.ts';

/** Whether processes can be traced here. Always true in CI, where the tests then fail if they cannot. */
export const canTrace = ((): boolean => {
  if (process.env['CI']) return true;
  try {
    execFileSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export type TracedBuild = {
  /**
   * Suspends strace as soon as it has printed the text, which it does when a call begins: a delayed call then stays delayed.
   */
  stopTracingAt(text: string): Promise<void>;
  goOnTracing(): void;
  /** Once the process has ended: what strace printed. */
  trace: Promise<string>;
};

/** Publishes what is pending into `folder`, traced with these arguments of strace. */
export function startTracedBuild(
  { databaseUrl = inject('serverUrl') ?? '', folder }: { databaseUrl?: string; folder: string },
  straceArguments: readonly string[],
): TracedBuild {
  const program = [process.execPath, ...nodeArguments(['test/support/publisher-process.ts'])];
  const child = spawn('strace', ['-f', '-qq', ...straceArguments, ...program], {
    cwd: repositoryFolder,
    env: { ...process.env, DATABASE_URL: databaseUrl, BELFRY_OUT: folder, BELFRY_BUCKET: undefined, COMMAND: 'build' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let trace = '';
  let stopsAt: string | null = null;
  child.stderr.on('data', (chunk) => {
    trace += chunk;
    if (stopsAt === null || !trace.includes(stopsAt)) return;
    stopsAt = null;
    child.kill('SIGSTOP');
  });
  onTestFinished(() => {
    child.kill('SIGKILL'); // the traced process ends by itself
  });
  return {
    stopTracingAt: async (text) => {
      stopsAt = text;
      await waitUntil(`strace prints ${text}`, () => stopsAt === null);
    },
    goOnTracing: () => void child.kill('SIGCONT'),
    trace: once(child, 'close').then(() => trace),
  };
}
