// Runs a command in this process, which saves the start of Node, for tests that run many lines. Only one may run at a time,
// and its standard input is that of the tests. `runLine` does the same with a process.

import { format } from 'node:util';
import { Command } from 'commander';
import { vi } from 'vitest';
import { commands } from '../../scripts/command/commands.ts';
import { runCommand } from '../../scripts/command/run-command.ts';
import type { CommandEnvironment } from './run-command.ts';
import type { Finished } from './run-process.ts';

/** Runs `npm run <line>` to its end; a line is split at its spaces. */
export async function runHere(line: string | readonly string[], variables: CommandEnvironment): Promise<Finished> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  for (const [name, value] of Object.entries({ NO_COLOR: '1', ...variables })) vi.stubEnv(name, value);
  const printed = { stdout: '', stderr: '' };
  for (const [name, stream] of [
    ['log', 'stdout'],
    ['error', 'stderr'],
  ] as const) {
    const keep = (text: string) => {
      printed[stream] += text;
      return true;
    };
    vi.spyOn(process[stream], 'write').mockImplementation((text) => keep(String(text)));
    vi.spyOn(console, name).mockImplementation((...values) => keep(`${format(...values)}\n`));
  }
  const [argv, exitCode] = [process.argv, process.exitCode];
  process.stdout.setMaxListeners(0); // each command adds a listener for a closed pipe
  process.argv = ['node', 'belfry', ...words];
  process.exitCode = 0;
  const program = new Command('belfry').exitOverride();
  const named = Object.entries(commands).filter(([name]) => name === words[0]);
  for (const [, load] of named.length === 0 ? Object.entries(commands) : named)
    program.addCommand((await load()).command);
  try {
    await runCommand(program);
    return { code: Number(process.exitCode), ...printed };
  } finally {
    [process.argv, process.exitCode] = [argv, exitCode];
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
