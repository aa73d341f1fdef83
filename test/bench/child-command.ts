import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command of this project in a process of its own, which has printed the line that says it is ready. */
export type ChildCommand = { process: ChildProcess; stop(): Promise<void> };

/** Starts `scripts/<name>.ts` and waits for a line that contains `ready`. `prefix` is put before node, as in taskset. */
export async function startCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: string,
  prefix: readonly string[] = [],
): Promise<ChildCommand> {
  const [program = 'node', ...rest] = [...prefix, 'node', '--import', 'tsx', `scripts/${name}.ts`, ...args];
  const child = spawn(program, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  await new Promise<void>((started, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.includes(ready)) started();
    });
    child.once('exit', (code) => failed(new Error(`${name} ended with code ${code}: ${output}`)));
  });
  return {
    process: child,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
