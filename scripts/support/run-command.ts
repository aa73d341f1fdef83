// What all commands share: help, error messages and exit codes.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { format, styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { visible, visibleLine } from '../../src/admin/visible.ts';
import { commandLine } from '../../src/command-line.ts';
import { createValidator } from '../../src/contract/validator.ts';
import type { StatementLimits } from '../../src/database/connect/connection-pool.ts';
import { embeddedDataFolder } from '../../src/database/connect/embedded.ts';
import { defaultLimits, type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { assertSchemaCurrent, migrate } from '../../src/database/migrations/migrate.ts';
import { exitCodeOf, exitCodes, OperatorError, UsageError } from '../../src/errors.ts';
import { assertStoreMatches, ensureStoreBound } from '../../src/publish/database/bind-store.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { defaultRetention } from '../../src/snapshot/prune-orphans.ts';
import type { Store } from '../../src/store/store.ts';
import { assertSettings } from './check-settings.ts';
import { colourLines } from './colour-lines.ts';
import { assertLocationUsable, openStore } from './open-store.ts';
import { publishedLocation, settings, settingsOf } from './settings.ts';

/**
 * A command of `belfry`. It starts only when its settings are valid; --help lists them.
 * @param examples whole lines, such as `status --all`
 */
export function createCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .configureHelp(helpStyle)
    .addHelpText('afterAll', ({ command }) => examplesHelp(command, examples))
    .addHelpText('after', settingsHelp(name))
    .hook('preAction', () => assertSettings(name))
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('(--help shows the options)')
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(hideKeys(visible(message))) });
}

/** Usage errors quote arguments, and one may be a key, which must not stay in a terminal or a log. */
const hideKeys = (text: string) => text.replace(/belfry_\w{8,}/g, 'belfry_...');

/** The line of a --help that says how the command is run. */
const usageOf = (command: Command): string => commandLine([...pathOf(command), command.usage()].join(' '));

/** The style of every --help. Commander removes the colours without a terminal, or with NO_COLOR. */
export const helpStyle = { commandUsage: usageOf, styleTitle: (title: string) => styleText('bold', title) };

/** The names of a command and those above it, such as `keys create`. */
function pathOf(command: Command): string[] {
  if (command.name() === 'belfry') return [];
  return [...(command.parent === null ? [] : pathOf(command.parent)), command.name()];
}

/** In every --help: the examples of this command, or of this subcommand of it. */
function examplesHelp(command: Command, examples: readonly string[]): string {
  const path = pathOf(command).join(' ');
  const own = examples.filter((line) => line === path || line.startsWith(`${path} `));
  return ['', 'Examples:', ...own.map((line) => `  ${commandLine(line)}`)].join('\n');
}

/** The end of every --help: the settings that the command reads, and the exit codes. */
function settingsHelp(command: string): string {
  const own = settingsOf(command);
  const width = Math.max(...own.map(({ name }) => name.length));
  const { done, failed, usage, outOfReach } = exitCodes;
  return [
    ...(own.length === 0 ? [] : ['', 'Environment, with defaults:']),
    ...own.map(({ name, meaning, unset }) => `  ${name.padEnd(width)}  ${meaning} (${unset})`),
    '',
    'Exit codes:',
    `  ${done}  done`,
    `  ${failed}  a document is withheld or a check failed`,
    `  ${usage}  wrong usage or setting, unknown id, store of another database, or a removal that needs approval`,
    `  ${outOfReach}  database or store unreachable, forbidden, or of another release`,
  ].join('\n');
}

/** Runs the command line, and ends the process with its exit code. */
export async function runCommand(command: Command): Promise<void> {
  makeConsoleVisible();
  process.stdout.on('error', ignoreClosedPipe);
  try {
    await command.parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Lets the command finish when its reader closes the pipe, as in `status --all | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * Everything that a command prints passes through here: names, ids and messages from a database or a store
 * must not reach the operator's terminal as control characters.
 */
function makeConsoleVisible(): void {
  for (const [name, stream] of [
    ['log', process.stdout],
    ['error', process.stderr],
  ] as const) {
    const write = console[name].bind(console);
    console[name] = (...values: unknown[]) => write('%s', colourLines(visible(format(...values)), stream));
  }
}

/** Resolves at the first SIGINT or SIGTERM; the ones after it change nothing, since a terminal and npm both send them. */
export const untilStopped = (): Promise<NodeJS.Signals> =>
  new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  });

/** Prints an error, as one sentence if its class is known. @returns the exit code */
function report(error: unknown): number {
  // Commander has already printed the usage error, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  console.error(error instanceof OperatorError ? `error: ${error.message}` : error);
  return exitCodeOf(error);
}

/** `creates`: creates a missing embedded database, which is otherwise an error. `migrates`: migrates a server's too. */
type Opening = { creates?: boolean; migrates?: boolean; limits?: StatementLimits };

/**
 * Opens the database of DATABASE_URL, or the embedded one, which it migrates, and closes it after the work.
 * @throws UsageError when there is neither
 */
export async function withDatabase<Result>(
  work: (open: OpenDatabase) => Promise<Result>,
  { creates = false, migrates = false, limits = defaultLimits }: Opening = {},
): Promise<Result> {
  const [databaseUrl, dataFolder] = [settings.databaseUrl.value, settings.dataFolder.value];
  if (databaseUrl === undefined && !creates && !existsSync(embeddedDataFolder(dataFolder)))
    throw new UsageError(
      `there is no database: DATABASE_URL is unset, and ${dataFolder} holds no embedded one. ` +
        `Set DATABASE_URL or BELFRY_DATA; \`${commandLine('start')}\` and \`${commandLine('migrate')}\` create one`,
    );
  const open = await openDatabase({ url: databaseUrl, folder: dataFolder, limits });
  try {
    if (open.embedded || migrates) await migrate(open.database);
    else await assertSchemaCurrent(open.database);
    return await work(open);
  } finally {
    await open.close();
  }
}

/** What a publishing command needs. */
export type PublisherTools = OpenDatabase & { publisher: Publisher };

/**
 * Like `withDatabase`, with a publisher for the store in the environment. First checks that database and store belong
 * together, before anything is written to either.
 */
export const withPublisher = <Result>(
  work: (tools: PublisherTools) => Promise<Result>,
  opening: Opening = {},
): Promise<Result> =>
  withDatabase(async (open) => {
    const store = openStore(publishedLocation());
    const assertUsable = () => assertLocationUsable(store, publishedLocation());
    await ensureStoreBound({ open, store, newId: randomUUID, assertUsable });
    const milliseconds = settings.keepDays.value * 86_400_000;
    const retention = { ...defaultRetention, milliseconds, bytes: settings.keepMegabytes.value * 1_000_000 };
    return work({ ...open, publisher: { store, validate: createValidator(), now: Date.now, retention } });
  }, opening);

/** For commands that compare the database with the store in the environment, and publish nothing. */
export const withStore = <Result>(work: (open: OpenDatabase, store: Store) => Promise<Result>): Promise<Result> =>
  withDatabase(async (open) => {
    const store = openStore(publishedLocation());
    await assertStoreMatches({ open, store, newId: randomUUID });
    return work(open, store);
  });

/** Prints a report: as JSON for programs, or as lines for people. */
export function print(asJson: boolean | undefined, value: unknown, lines: () => readonly string[]): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : lines().map(visibleLine).join('\n'));
}

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(visibleLine));
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
