// A key that a command needs: from standard input, or from its arguments with a warning, since every user of the machine
// can list the arguments of a process, and a shell writes them to its history.

import { readLine } from './read-line.ts';

/**
 * @param given `-` to read standard input
 * @param safeWay the end of the command that does, for the warning
 */
export async function readKey(given: string, question: string, safeWay: string): Promise<string> {
  if (given === '-') return readLine(question);
  // What only names a key, such as its id, is no secret.
  if (given.startsWith('belfry_'))
    console.error(
      'warning: a key among the arguments is shown in the list of processes and kept in the history of the shell;' +
        ` \`${safeWay}\` reads it from standard input`,
    );
  return given;
}
