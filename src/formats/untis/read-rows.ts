// Reads the rows of one GPU file: delimited text without a header. The export dialog lets the user choose the separator
// and the quotes, so both are detected here.

import { CsvError, parse } from 'csv-parse/sync';
import { limits } from '../limits.ts';

/** `line` is the last line of the row, from 1. Cells are trimmed. */
export type Row = { line: number; cells: string[] };
export type Rows = { rows: Row[] } | { problem: 'too-many' | 'not-delimited'; line: number; message: string };

const separators = [',', ';', '\t'];
const maxRowCharacters = 100_000;
const sampled = 50;

export function readRows(text: string): Rows {
  const lines = text.replace(/\r\n?/g, '\n');
  try {
    const rows = parseRows(lines, findSeparator(lines));
    if (rows.length <= limits.elements) return { rows };
    return { problem: 'too-many', line: limits.elements, message: `there are more than ${limits.elements} rows` };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']); // the package sets it on every parse error
    return { problem: 'not-delimited', line, message: `the file cannot be split into columns: ${error.message}` };
  }
}

/** The most frequent separator in the first rows, outside quotes: names contain few commas, and rows have many columns. */
function findSeparator(lines: string): string {
  const sample = lines
    .slice(0, maxRowCharacters)
    .split('\n', sampled)
    .join('\n')
    .replace(/"[^"\n]*"/g, '');
  const count = (separator: string): number => sample.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function parseRows(lines: string, delimiter: string): Row[] {
  const records = parse(lines, {
    delimiter,
    record_delimiter: '\n',
    info: true,
    max_record_size: maxRowCharacters,
    to: limits.elements + 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // With `info` each record has its position, which the package's types omit.
  const parsed = records as unknown as { record: string[]; info: { lines: number } }[];
  return parsed.flatMap(({ record, info }) => {
    const cells = record.map(cleanCell);
    return cells.every((cell) => cell === '') ? [] : [{ line: info.lines, cells }];
  });
}

/** Untis does not escape quotes within a text, in which case the outer quotes remain. */
const cleanCell = (cell: string): string => cell.replace(/^"(.*".*)"$/s, '$1').trim();
