// Runs the command line: what it prints passes through here, and so does the error that ends it.

import { format, styleText } from 'node:util';
import { type Command, CommanderError } from 'commander';
import { exitCodeOf, exitCodes, OperatorError } from '../../src/errors.ts';
import { visible } from '../../src/health/visible.ts';

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

const colours = { error: 'red', failed: 'red', BROKEN: 'red', WRONG: 'red', limited: 'yellow', ok: 'green' } as const;
const isColoured = (word: string): word is keyof typeof colours => Object.hasOwn(colours, word);

/** Colours the first word of a line on a terminal if it is a status. `hasColors` respects NO_COLOR. */
export function colourLines(text: string, stream: NodeJS.WriteStream): string {
  // Not left to `styleText`, which checks standard output even for a text that goes to standard error.
  if (!stream.isTTY || !stream.hasColors()) return text;
  return text.replace(/^\w+/gm, (word) =>
    isColoured(word) ? styleText(colours[word], word, { validateStream: false }) : word,
  );
}
