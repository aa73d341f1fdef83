// Prints the report of a command: as JSON, or as lines, columns and lists cut short.

import type { Finding } from '../../src/contract/types.generated.ts';
import { visibleLine } from '../../src/health/visible.ts';

/** Prints a report: as JSON for programs, or as lines for people. */
export function print(asJson: boolean | undefined, value: unknown, lines: () => readonly string[]): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : lines().map(visibleLine).join('\n'));
}

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(visibleLine));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

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
