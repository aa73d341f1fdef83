// What all commands share before they run: the check of their settings, and their --help.

import { styleText } from 'node:util';
import { Command } from 'commander';
import { commandLine } from '../../src/command-line.ts';
import { exitCodes } from '../../src/errors.ts';
import { visible } from '../../src/health/visible.ts';
import { assertSettings } from '../options/check-settings.ts';
import { settingsOf } from '../options/settings.ts';

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
