// belfry completion: prints a script by which bash, zsh or fish completes command names, options and their choices. It is
// made from the commands themselves, and holds all of them, so that a TAB starts no process. No maintained package does
// that for commander.

import { Argument, type Command } from 'commander';
import { commands } from './support/commands.ts';
import { completionScripts, describeCommand } from './support/completion-scripts.ts';
import { createCommand } from './support/run-command.ts';

type Shell = keyof typeof completionScripts;

export const command: Command = createCommand(
  'completion',
  'Print a script that completes commands and options in a shell',
  [
    'completion bash > ~/.local/share/bash-completion/completions/belfry',
    'completion zsh > ~/.zfunc/_belfry',
    'completion fish > ~/.config/fish/completions/belfry.fish',
  ],
)
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(completionScripts)))
  .action(async (shell: Shell) => {
    const all = await Promise.all(Object.values(commands).map(async (load) => (await load()).command));
    console.log(completionScripts[shell](all.map(describeCommand)));
  });
