#!/usr/bin/env node
// The one program: `belfry <command>` where the package is installed, `npm run <command>` in a clone. It loads only the
// command that is run; its help lists all in groups, and without a command it shows that help.

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { commandGroups } from './command/commands.ts';
import { helpStyle } from './command/create-command.ts';
import { endWithNpm } from './command/end-with-npm.ts';
import { runCommand } from './command/run-command.ts';

const manifest: { version: string; description: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const program = new Command('belfry')
  .usage('<command> [options]')
  .description(manifest.description)
  .version(manifest.version, '-V, --version', 'show the version')
  .helpOption('-h, --help', 'show this help')
  .configureHelp(helpStyle)
  .showHelpAfterError('(--help lists the commands)')
  .exitOverride();

endWithNpm();
const [, , name = ''] = process.argv;
if (name === '') process.argv.push('--help');
const help = new Command('help').argument('[command]').description('Show the help of a command');
program.addHelpCommand(help.helpGroup('For the shell:'));

const groups = Object.entries(commandGroups);
// `completion`, and the help of the program, need every command.
const loadsOne = name !== 'completion' && groups.some(([, commands]) => Object.hasOwn(commands, name));
const loads = groups.flatMap(([heading, commands]) =>
  Object.entries(commands).flatMap(([each, load]) =>
    loadsOne && each !== name ? [] : [load().then(({ command }) => command.helpGroup(heading))],
  ),
);
for (const command of await Promise.all(loads)) program.addCommand(command);
await runCommand(program);
