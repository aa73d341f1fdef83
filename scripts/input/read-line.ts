// Reads a secret from standard input, so that it appears neither in the shell's history nor in the list of processes.

import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { UsageError } from '../../src/errors.ts';

/** Far more than a key has. */
const maxBytes = 4096;

/**
 * All of standard input, trimmed; on a terminal one line, which is not shown while it is typed.
 * @throws UsageError when it is longer than any key
 */
export async function readLine(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).trim();
  process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, written) => written() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const line = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return line.trim();
}

async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new UsageError(`standard input has more than ${maxBytes} bytes, which is no key; give the key alone`);
  }
  return Buffer.concat(chunks).toString();
}
