// Starts the servers and commands that are measured as processes of their own, which end with the measurement.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that has printed that it is ready. */
export type ChildCommand = { process: ChildProcess; stop(): Promise<void> };

/** Starts `belfry <name>` and waits for a line that contains `ready`. `prefix` is put before node, as in taskset. */
export const startCommand = (
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: string,
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
  let output = '';
  await new Promise<void>((started, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (ready !== null && output.includes(ready)) started();
    });
    child.once('spawn', () => {
      if (ready === null) started();
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`${name} ended with code ${code}: ${output}`)));
  });
  return {
    process: child,
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
