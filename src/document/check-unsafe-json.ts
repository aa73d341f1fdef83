// Finds JSON that is valid but cannot be processed safely: nesting so deep that recursion overflows the stack, the
// name `__proto__`, which JavaScript treats specially, and text that PostgreSQL cannot store. The check stops at the
// maximum depth, so it cannot overflow the stack itself.

import type { Finding } from '../contract/types.generated.ts';
import { jsonPath, type Segments } from './json-path.ts';
import { locateRow } from './locate-row.ts';

/** The most levels of objects and arrays in a document. The response adds a few; many parsers refuse more than 64. */
export const maxDepth = 60;

/** The first value that is nested too deeply or has a forbidden name, or null. */
export function checkNesting(value: unknown, at: Segments = []): { at: Segments; message: string } | null {
  if (!isContainer(value)) return null;
  // The full path would be too long to read.
  if (at.length >= maxDepth) return { at: at.slice(0, 8), message: `is nested more than ${maxDepth} levels deep` };
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) return { at, message: 'has a field named __proto__' };
  const parts: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, part] of parts) {
    const found = isContainer(part) ? checkNesting(part, [...at, name]) : null;
    if (found !== null) return found;
  }
  return null;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Checks the fields of a document that hold arbitrary JSON. The document itself need not satisfy the schema yet. */
export function checkOpenFields(document: unknown): Finding[] {
  const { bellSchedules, courses, sectionSettings } = Object(document);
  const eachOf = (list: unknown, name: string) =>
    Array.isArray(list) ? list.map((item, index): [unknown, Segments] => [item, [name, index]]) : [];
  const open: [unknown, Segments][] = [
    ...eachOf(bellSchedules, 'bellSchedules'),
    ...eachOf(courses, 'courses'),
    [sectionSettings, ['sectionSettings']],
  ];
  return open.flatMap(([value, at]) => {
    const found = checkNesting(value, at);
    return found === null
      ? []
      : [{ path: jsonPath(found.at), message: found.message, row: locateRow(Object(document), found.at) }];
  });
}

/**
 * Finds text that PostgreSQL cannot store: NUL characters and lone surrogates, in property names too. JSON may contain
 * both, so an imported document is checked before anything is written.
 */
export function checkText(value: unknown, at: Segments = []): { path: string; message: string }[] {
  if (typeof value === 'string') return checkString(value, at);
  if (Array.isArray(value)) return value.flatMap((item, index) => checkText(item, [...at, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [...checkString(name, at), ...checkText(item, [...at, name])]);
}

function checkString(text: string, at: Segments) {
  const problems = [];
  if (text.includes('\0')) problems.push('contains a NUL character');
  // With the u flag a pair counts as one character, so only a lone surrogate matches.
  if (/\p{Surrogate}/u.test(text)) problems.push('contains half of a surrogate pair');
  return problems.map((message) => ({ path: jsonPath(at), message }));
}
