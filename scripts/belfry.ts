#!/usr/bin/env node
// The one program: `belfry <command>` where the package is installed, `npm run <command>` in a clone. It loads only the
// command that is run; its help lists all.

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { commands } from './command/commands.ts';
import { helpStyle } from './command/create-command.ts';
import { runCommand } from './command/run-command.ts';

const manifest: { version: string; description: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const program = new Command('belfry')
  .usage('<command> [options]')
  .description(manifest.description)
  .version(manifest.version, '-V, --version', 'show the version')
  .helpOption('-h, --help', 'show this help')
  .helpCommand('help [command]', 'show the help of a command')
  .configureHelp(helpStyle)
  .showHelpAfterError('(--help lists the commands)')
  .exitOverride();

const [, , name = ''] = process.argv;
// `completion`, and the help of the program, need every command.
const loadsOne = Object.hasOwn(commands, name) && name !== 'completion';
const loads = Object.entries(commands).flatMap(([each, load]) => (loadsOne && each !== name ? [] : [load()]));
for (const { command } of await Promise.all(loads)) program.addCommand(command);
await runCommand(program);
