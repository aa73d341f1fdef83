// Runs TypeScript programs as processes, with the repository as their working folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url));

export type Finished = { code: number | null; stdout: string; stderr: string };

export type RunningProcess = {
  child: ChildProcess;
  /** Resolves with all of standard output as soon as it contains the text. */
  printed(text: string): Promise<string>;
  finished: Promise<Finished>;
};

/** How to run a program of the repository with node: as `bundlePrograms` has bundled it, else through tsx. */
export function nodeArguments([program = '', ...programArguments]: readonly string[]): string[] {
  const folder = process.env['BELFRY_TEST_PROGRAMS'];
  const bundled = join(folder ?? '', `${basename(program, '.ts')}.js`);
  const isBundled = folder !== undefined && existsSync(bundled);
  return [...(isBundled ? [bundled] : ['--import', 'tsx', program]), ...programArguments];
}

/**
 * Starts a program with its arguments; `variables` are added to the environment, and undefined ones removed from it.
 * @param input all of its standard input
 */
export function startProcess(
  programArguments: readonly string[],
  variables: Record<string, string | undefined> = {},
  input = '',
): RunningProcess {
  const env = { ...process.env, NO_COLOR: '1', ...variables };
  const child = spawn(process.execPath, nodeArguments(programArguments), {
    cwd: repositoryFolder,
    env,
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = once(child, 'close').then(([code]) => ({ code, stdout, stderr }));
  return {
    child,
    finished,
    printed: async (text) => {
      let ended = false;
      finished.then(() => {
        ended = true;
      });
      while (!stdout.includes(text)) {
        if (ended) throw new Error(`the process ended without printing "${text}": ${stdout}${stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return stdout;
    },
  };
}
