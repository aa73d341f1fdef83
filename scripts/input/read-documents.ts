// Reads the documents of a file or of standard input: one in any layout, or several, one per line, as `export` writes them.
// Of several, only one at a time is in memory.

import { maxFileBytes, type ParsedDocument, parseDocument } from '../../src/database/timetable/parse-document.ts';
import { reasonOf } from '../../src/errors.ts';
import { type Input, standardInput } from './open-input.ts';

/** A document, or why there is none. `file` is where it was found, for messages. */
export type ReadDocument = { file: string } & ParsedDocument;

const lineEnd = '\n'.charCodeAt(0);

export async function* readDocuments(input: Input): AsyncGenerator<ReadDocument> {
  const name = input === standardInput ? 'standard input' : input.path;
  /** The beginning of the present document. */
  let held: Buffer[] = [];
  let size = 0;
  let line = 0;
  /** Null until the first line is read: if it is a whole document, so is each line. */
  let isByLine: boolean | null = null;
  const parse = function* (bytes: Buffer): Generator<ReadDocument> {
    line += 1;
    if (line > 1 && bytes.toString().trim() === '') return;
    yield { file: line === 1 ? name : `${name}, line ${line}`, ...parseDocument(bytes) };
  };
  try {
    for await (const chunk of input.content()) {
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
        yield { file: name, reason: `has a document larger than the maximum of ${maxFileBytes / 1024 / 1024} MB` };
        return;
      }
    }
    yield* parse(Buffer.concat(held));
  } catch (error) {
    yield { file: name, reason: `cannot be read: ${reasonOf(error)}` };
  }
}
