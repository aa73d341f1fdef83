// The end of every --help: the settings that the command looks at, and the exit codes.

import { exitCodes } from '../../src/errors.ts';
import { settingsOf } from './settings.ts';

export function settingsHelp(command: string): string {
  const own = settingsOf(command);
  const width = Math.max(...own.map(({ name }) => name.length));
  const { done, failed, usage, outOfReach } = exitCodes;
  return [
    ...(own.length === 0 ? [] : ['', 'Environment, with what holds where it is unset:']),
    ...own.map(({ name, meaning, unset }) => `  ${name.padEnd(width)}  ${meaning} (${unset})`),
    '',
    `Exit codes: ${done} done, ${failed} a document was withheld or a check failed, ${usage} wrong usage, ${outOfReach} database or store out of reach or not permitted`,
  ].join('\n');
}
