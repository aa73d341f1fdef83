// Reads the documents of a file or of standard input: one, however it is laid out, or several, one a line, as `export`
// writes them. Of several only one is in memory.

import { createReadStream } from 'node:fs';
import { maxFileBytes, type ParsedDocument, parseDocument } from '../../src/database/parse-document.ts';

/** A document, or why there is none. `file` is where it was found, for messages. */
export type ReadDocument = { file: string } & ParsedDocument;

const lineEnd = '\n'.charCodeAt(0);

/** @param path `-` for standard input */
export async function* readDocuments(path: string): AsyncGenerator<ReadDocument> {
  const name = path === '-' ? 'standard input' : path;
  /** What was read of the document that is being read. */
  let held: Buffer[] = [];
  let size = 0;
  let line = 0;
  /** Unknown before the end of the first line: a document that ends with it is on a line of its own. */
  let isByLine: boolean | null = null;
  const parse = function* (bytes: Buffer): Generator<ReadDocument> {
    line += 1;
    if (line > 1 && bytes.toString().trim() === '') return;
    yield { file: line === 1 ? name : `${name}, line ${line}`, ...parseDocument(bytes) };
  };
  try {
    for await (const chunk of path === '-' ? process.stdin : createReadStream(path)) {
      held.push(chunk);
      size += chunk.length;
      if (isByLine !== false && chunk.includes(lineEnd)) {
        const bytes = Buffer.concat(held);
        isByLine ??= 'document' in parseDocument(bytes.subarray(0, bytes.indexOf(lineEnd)));
        let from = 0;
        for (let at = bytes.indexOf(lineEnd); isByLine && at >= 0; at = bytes.indexOf(lineEnd, from)) {
          yield* parse(bytes.subarray(from, at));
          from = at + 1;
        }
        held = [bytes.subarray(from)];
        size = bytes.length - from;
      }
      if (size > maxFileBytes) {
        const most = maxFileBytes / 1024 / 1024;
        yield { file: name, reason: `has a document of more than ${most} MB, which is the most that is loaded` };
        return;
      }
    }
    yield* parse(Buffer.concat(held));
  } catch (error) {
    yield { file: name, reason: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
