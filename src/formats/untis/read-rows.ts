// The rows of one GPU file: delimited text without a header. Which character separates the columns is chosen in the
// export dialog, and so is whether text stands in quotes; both are found out here.

import { CsvError, parse } from 'csv-parse/sync';
import { limits } from '../limits.ts';

/** `line` is where the row ends in the file, from 1. Cells have no blanks around them. */
export type Row = { line: number; cells: string[] };
export type Rows = { rows: Row[] } | { problem: 'too-many' | 'not-delimited'; line: number; message: string };

const separators = [',', ';', '\t'];
const mostRowCharacters = 100_000;
const sampled = 50;

export function readRows(text: string): Rows {
  const lines = text.replace(/\r\n?/g, '\n');
  try {
    const rows = parseRows(lines, findSeparator(lines));
    if (rows.length <= limits.elements) return { rows };
    return { problem: 'too-many', line: limits.elements, message: `there are more than ${limits.elements} rows` };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']); // the package tells it with every error of the text
    return { problem: 'not-delimited', line, message: `this is no delimited text: ${error.message}` };
  }
}

/** The one that stands most often in the first rows outside quotes: names hold few commas, and rows many columns. */
function findSeparator(lines: string): string {
  const sample = lines
    .slice(0, mostRowCharacters)
    .split('\n', sampled)
    .join('\n')
    .replace(/"[^"\n]*"/g, '');
  const count = (separator: string): number => sample.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function parseRows(lines: string, delimiter: string): Row[] {
  const records = parse(lines, {
    ...{ delimiter, record_delimiter: '\n', info: true, max_record_size: mostRowCharacters },
    to: limits.elements + 1,
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
  });
  // With `info` each record comes with where it stood, which the package's types do not tell.
  const told = records as unknown as { record: string[]; info: { lines: number } }[];
  return told.flatMap(({ record, info }) => {
    const cells = record.map(cleanCell);
    return cells.every((cell) => cell === '') ? [] : [{ line: info.lines, cells }];
  });
}

/** Untis does not escape quotes within a text, and then the outer ones are still there. */
const cleanCell = (cell: string): string => cell.replace(/^"(.*".*)"$/s, '$1').trim();
