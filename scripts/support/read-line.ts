// Reads a secret from standard input, so that it appears neither in the shell's history nor in the list of processes.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** All of standard input, trimmed; on a terminal one line, which is not shown while it is typed. */
export async function readLine(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, written) => written() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const line = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return line.trim();
}
