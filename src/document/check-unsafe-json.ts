// Finds values that cannot be processed or published as they are: nesting so deep that recursion overflows the stack, the
// name `__proto__`, which JavaScript treats specially, numbers that JSON cannot carry, and text that PostgreSQL cannot store.
// The check stops at the maximum depth, so it cannot overflow the stack itself.

import type { Finding } from '../contract/types.generated.ts';
import type { Coded, DocumentCode } from './finding-codes.ts';
import { jsonPath, type Segments } from './json-path.ts';
import { makeFinding, type Seen } from './make-finding.ts';
import { createNames } from './name-things.ts';
import { listOpenFields } from './open-fields.ts';
import { maxDescribed } from './warnings/count-findings.ts';

/** The most levels of objects and arrays in a document. The response adds a few; many parsers refuse more than 64. */
const maxDepth = 60;

export type UnsafeValue = Seen;

type Unsafe = { message: string } & Coded;

/** The first value that cannot be processed or published, or null. */
export function findUnsafe(value: unknown, at: Segments = []): UnsafeValue | null {
  const path = [...at];
  const found = findBelow(value, path);
  if (found === null) return null;
  // The full path of a value that is nested too deeply would be too long to read.
  return { at: path.length >= maxDepth ? path.slice(0, 8) : path, ...found };
}

/** @param path of the value; afterwards that of what was found. One array, since a copy for each value would cost too much */
function findBelow(value: unknown, path: (string | number)[]): Unsafe | null {
  if (typeof value !== 'object' || value === null) return unsafeScalar(value);
  if (path.length >= maxDepth) {
    const message = `is nested more than ${maxDepth} levels deep`;
    return { message, code: 'nested-too-deep', values: () => ({ levels: maxDepth }) };
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      const found = findBelow(value[index], path);
      if (found !== null) return found;
      path.pop();
    }
    return null;
  }
  if (Object.hasOwn(value, '__proto__')) return { message: 'has a field named __proto__', code: 'forbidden-field' };
  for (const name of Object.keys(value)) {
    path.push(name);
    const found = findBelow(Reflect.get(value, name), path);
    if (found !== null) return found;
    path.pop();
  }
  return null;
}

/**
 * PostgreSQL stores numbers of 131,072 digits, of which JavaScript makes Infinity and JSON.stringify null. The document of a
 * program may contain more that has no JSON.
 */
function unsafeScalar(value: unknown): Unsafe | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return {
      message: `is ${value}: the number is larger than JSON readers can represent, or no number`,
      code: 'number-without-json',
    };
  const isOther = typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol';
  return isOther ? { message: `is a ${typeof value}, which has no JSON`, code: 'value-without-json' } : null;
}

/** Checks the fields of a document that hold arbitrary JSON. The document itself need not satisfy the schema yet. */
export function checkOpenFields(document: unknown): Finding[] {
  const findings: Finding[] = [];
  const names = createNames(Object(document));
  for (const [value, at] of listOpenFields(Object(document))) {
    const found = findUnsafe(value, at);
    if (found === null) continue;
    findings.push(makeFinding(Object(document), names, found));
    if (findings.length === maxDescribed) break;
  }
  return findings;
}

type TextProblem = { path: string; message: string; code: DocumentCode };

/**
 * Finds text that PostgreSQL cannot store: NUL characters and lone surrogates, in property names too. JSON may contain
 * both, so an imported document is checked before anything is written. Finds the first thousand.
 */
export function checkText(value: unknown): TextProblem[] {
  const problems: TextProblem[] = [];
  checkTextBelow(value, [], problems);
  return problems;
}

function checkTextBelow(value: unknown, path: (string | number)[], problems: TextProblem[]): void {
  if (typeof value === 'string') checkString(value, path, problems);
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, item] of isList ? value.entries() : Object.entries(value)) {
    if (problems.length >= maxDescribed) return;
    if (typeof name === 'string') checkString(name, path, problems);
    path.push(name);
    checkTextBelow(item, path, problems);
    path.pop();
  }
}

function checkString(text: string, at: Segments, problems: TextProblem[]): void {
  if (text.includes('\0'))
    problems.push({ path: jsonPath(at), message: 'contains a NUL character', code: 'nul-character' });
  // With the u flag a pair counts as one character, so only a lone surrogate matches.
  if (/\p{Surrogate}/u.test(text))
    problems.push({ path: jsonPath(at), message: 'contains half of a surrogate pair', code: 'half-character' });
}
