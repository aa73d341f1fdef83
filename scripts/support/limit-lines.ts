// Shortens a list in a report to its first lines, and a line with the number of the others.

import type { Finding } from '../../src/contract/types.generated.ts';

/** @param rest completes "and 5 more ...": what they are, and where to read them */
export function limitLines(lines: readonly string[], limit: number, rest: string): string[] {
  if (lines.length <= limit) return [...lines];
  return [...lines.slice(0, limit), `and ${(lines.length - limit).toLocaleString('en')} more ${rest}`];
}

/** The first findings of a document, indented. @param more how many there are besides `findings` */
export function findingLines(findings: readonly Partial<Finding>[], limit: number, more = 0): string[] {
  const lines = findings.slice(0, limit).map(({ path, message, row }) => {
    const where = row === undefined ? '' : `  [${row ?? 'no row'}]`;
    return `  ${path}  ${message}${where}`;
  });
  const rest = findings.length - lines.length + more;
  return rest === 0 ? lines : [...lines, `  and ${rest.toLocaleString('en')} more`];
}
