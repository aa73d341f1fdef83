// The functions and triggers of this release, and the name under which the table of migrations records that a database has them. The
// name has the release, by which a program tells that the database's are newer than its own, and a hash of their texts, by which it
// tells that they are the same.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { release } from '../../release.ts';
import { functionNames } from './function-names.ts';
import { triggers } from './triggers.ts';

export type FunctionText = { name: string; text: string };

let known: { texts: readonly FunctionText[]; name: string } | undefined;

/** Reads the files when they are first needed. */
export function currentFunctions(): { texts: readonly FunctionText[]; name: string } {
  known ??= readFunctions();
  return known;
}

function readFunctions() {
  const texts = Object.entries(functionNames).flatMap(([room, names]) =>
    names.map((name) => ({ name, text: readFileSync(new URL(`./${room}/${name}.sql`, import.meta.url), 'utf8') })),
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([texts, triggers]))
    .digest('hex');
  return { texts, name: `functions-${release}-${hash.slice(0, 12)}` };
}

/** Whether a record in the table of migrations is one of functions. */
export const areFunctions = (record: string): boolean => record.startsWith('functions-');

/** Whether these functions are of a release that is newer than this one. */
export function areNewerFunctions(record: string, ours = release): boolean {
  const theirs = numbersOf(record.slice('functions-'.length));
  const own = numbersOf(ours);
  const different = theirs.findIndex((number, index) => number !== own[index]);
  return different !== -1 && (theirs[different] ?? 0) > (own[different] ?? 0);
}

/** Of a release such as `0.3.0`, whatever follows it. */
const numbersOf = (version: string): number[] => (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
