// Runs commands as an operator does: as processes, on the test's database and folder.

import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { type Finished, type RunningProcess, startProcess } from './run-process.ts';

/** The environment of a command: the test's database and published output, and free ports. */
export const commandEnvironment = (open: Pick<OpenDatabase, 'connectionString'>, out: string) => ({
  DATABASE_URL: open.connectionString,
  BELFRY_OUT: out,
  BELFRY_BUCKET: undefined,
  HOST: undefined,
  PORT: '0',
  ADMIN_PORT: '0',
  WATCH_ADMIN_PORT: '0',
  DASHBOARD_PORT: '0',
});

export type CommandEnvironment = Record<string, string | undefined>;

/** Starts `npm run <name> -- <arguments>`; it ends with the test at the latest. */
export function startCommand(
  name: string,
  commandArguments: readonly string[],
  variables: CommandEnvironment,
  input = '',
): RunningProcess {
  const started = startProcess(['scripts/belfry.ts', name, ...commandArguments], variables, input);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

/** Runs `npm run <line>` to its end; the words of the line are those between spaces. */
export function runLine(line: string, variables: CommandEnvironment, input = ''): Promise<Finished> {
  const [name = '', ...commandArguments] = line.split(' ');
  return startCommand(name, commandArguments, variables, input).finished;
}
