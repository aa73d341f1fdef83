// What all commands have in common: how they are described, how they fail, and the exit codes.

import { Command, CommanderError } from 'commander';
import { createValidator } from '../../src/contract/validator.ts';
import { EmbeddedServerError } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import {
  DatabaseUnreachableError,
  isConnectionError,
  isMissingSchema,
  type OpenDatabase,
  openDatabase,
} from '../../src/database/open-database.ts';
import { NotFoundError, NotPublishedError } from '../../src/publish/change-access.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { StoreError } from '../../src/snapshot/store.ts';
import { environment, environmentHelp } from './environment.ts';
import { openStore } from './open-store.ts';
import { UsageError } from './usage-error.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, outOfReach: 3 } as const;

/** A command called `npm run <name>`, with the help that all share. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .usage('[options]')
    .addHelpText('after', environmentHelp)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('(--help shows the options)')
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(message) });
}

/** Runs the command line; ends the process with the exit code that fits. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  if (error instanceof UsageError || error instanceof NotFoundError) {
    console.error(`error: ${error.message}`);
    return exitCodes.usage;
  }
  if (
    error instanceof DatabaseUnreachableError ||
    error instanceof EmbeddedServerError ||
    error instanceof StoreError ||
    error instanceof NotPublishedError ||
    isConnectionError(error)
  ) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    return exitCodes.outOfReach;
  }
  if (isMissingSchema(error)) {
    console.error("error: the database has not this release's tables; run `npm run migrate`");
    return exitCodes.outOfReach;
  }
  console.error(error);
  return exitCodes.failed;
}

/** Opens the database that the environment names, brings it up to date, and closes it after the work. */
export async function withDatabase<Result>(work: (open: OpenDatabase) => Promise<Result>): Promise<Result> {
  const open = await openDatabase({ url: environment.databaseUrl, folder: environment.dataFolder });
  try {
    if (open.embedded) await migrate(open.database);
    return await work(open);
  } finally {
    await open.close();
  }
}

/** What a command that publishes works with. */
export type PublisherTools = OpenDatabase & { publisher: Publisher };

/** `withDatabase`, together with the publisher that writes to the store of the environment. */
export const withPublisher = <Result>(work: (tools: PublisherTools) => Promise<Result>): Promise<Result> =>
  withDatabase(async (open) => {
    const publisher: Publisher = {
      store: await openStore(environment.published),
      validate: createValidator(),
      now: Date.now,
    };
    return work({ ...open, publisher });
  });

/** Prints a report: as JSON for programs, or as lines for people. */
export function print(asJson: boolean | undefined, value: unknown, lines: () => readonly string[]): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : lines().join('\n'));
}

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
