// Starts the servers and commands that are measured as processes of their own, which end with the measurement.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A process that has printed that it is ready. */
export type ChildCommand = {
  /** Its memory; only Linux tells it. @param field VmRSS for the present, VmHWM for the peak; 0 once it has ended */
  megabytes(field: 'VmRSS' | 'VmHWM'): number;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

/** Starts `belfry <name>` and waits for a line that contains `ready`. `prefix` is put before node, as in taskset. */
export const startCommand = (
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: string | null,
  prefix: readonly string[] = [],
): Promise<ChildCommand> => startProgram('scripts/belfry.ts', [name, ...args], env, ready, prefix);

/** The same for any program: TypeScript by node, others by their name. @param ready null if it prints no such line */
export async function startProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: string | null,
  prefix: readonly string[] = [],
): Promise<ChildCommand> {
  const command = name.endsWith('.ts') ? ['node', '--import', 'tsx', name] : [name];
  const [program = '', ...rest] = [...prefix, ...command, ...args];
  const child = spawn(program, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => code);
  let output = '';
  await new Promise<void>((started, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (ready !== null && output.includes(ready)) started();
    });
    child.once('spawn', () => {
      if (ready === null) started();
    });
    ended.then((code) => failed(new Error(`${name} ended with code ${code}: ${output}`)), failed);
  });
  return {
    ended,
    megabytes(field) {
      if (child.exitCode !== null) return 0;
      const [, kilobytes = '0'] =
        new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
