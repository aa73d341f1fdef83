// belfry completion: prints a script by which bash, zsh or fish completes command names, options and their choices. It is
// made from the commands themselves, and holds all of them, so that a TAB starts no process. No maintained package does
// that for commander.

import { Argument, type Command } from 'commander';
import { completionScripts, describeCommand } from './command/completion-scripts.ts';
import { createCommand } from './command/create-command.ts';

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
  .action((shell: Shell, _options: object, { parent }: Command) => {
    console.log(completionScripts[shell]((parent?.commands ?? []).map(describeCommand)));
  });
