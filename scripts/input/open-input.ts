// Opens a file that a command was given and looks at its beginning, which tells what it is. A pipe, such as `<(cat file)` or
// /dev/stdin, gives each byte once, so its one handle stays open and the beginning is given again. A regular file is closed
// until it is read, since thousands of them may be named.

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Enough to tell every format. */
const beginningBytes = 8192;

export type Input = {
  path: string;
  isFolder: boolean;
  beginning: Uint8Array;
  /** The whole content. To be called once. @throws the error of opening the file */
  content(): AsyncIterable<Buffer>;
};

/** Standard input, which only documents may come from. */
export const standardInput: Input = input('-', { content: () => process.stdin });

export async function openInput(path: string): Promise<Input> {
  try {
    return await inspect(path, await open(path));
  } catch (error) {
    return input(path, {
      // biome-ignore lint/correctness/useYield: reading it is where the error is reported
      async *content() {
        throw error;
      },
    });
  }
}

async function inspect(path: string, file: FileHandle): Promise<Input> {
  let keeps = false;
  try {
    const found = await file.stat();
    if (found.isDirectory()) return input(path, { isFolder: true });
    const beginning = await readBeginning(file);
    // From the first byte, since opening /dev/stdin again may go on where the last reader stopped.
    if (found.isFile()) return input(path, { beginning, content: () => createReadStream(path, { start: 0 }) });
    keeps = true;
    return input(path, {
      beginning,
      async *content() {
        try {
          yield beginning;
          yield* file.createReadStream({ autoClose: false });
        } finally {
          await file.close();
        }
      },
    });
  } finally {
    if (!keeps) await file.close();
  }
}

/** A pipe may give less than was asked for before its end. */
async function readBeginning(file: FileHandle): Promise<Buffer> {
  const buffer = Buffer.alloc(beginningBytes);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function input(path: string, given: Partial<Omit<Input, 'path'>>): Input {
  return { path, isFolder: false, beginning: new Uint8Array(), async *content() {}, ...given };
}
