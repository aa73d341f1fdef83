// Text that PostgreSQL cannot hold: NUL characters and lone surrogates. JSON can carry both, so an imported document is
// checked for them, property names included, before anything is written.

import { jsonPath, type Segments } from './json-path.ts';

export function checkText(value: unknown, at: Segments = []): { path: string; message: string }[] {
  if (typeof value === 'string') return checkString(value, at);
  if (Array.isArray(value)) return value.flatMap((item, index) => checkText(item, [...at, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [...checkString(name, at), ...checkText(item, [...at, name])]);
}

function checkString(text: string, at: Segments) {
  const problems = [];
  if (text.includes('\0')) problems.push('contains a NUL character');
  // With the u flag a pair counts as one character, so that only a lone surrogate matches.
  if (/\p{Surrogate}/u.test(text)) problems.push('contains half of a surrogate pair');
  return problems.map((message) => ({ path: jsonPath(at), message }));
}
