// Reads the rows of one GPU file: delimited text without a header. The export dialog lets the user choose the separator
// and the quotes, so both are detected here.

import { CsvError, parse } from 'csv-parse/sync';
import { limits } from '../reading/limits.ts';

/** `line` is the last line of the row, from 1. Cells are trimmed. */
export type Row = { line: number; cells: string[] };
export type Rows = { rows: Row[] } | { problem: 'too-many' | 'not-delimited'; line: number; message: string };

const separators = [',', ';', '\t'];
const maxRowCharacters = 100_000;
const sampled = 50;

/** @param unread a column, from 0, that is left empty: nothing of it is kept */
export function readRows(text: string, unread: number | null = null): Rows {
  const lines = text.replace(/\r\n?/g, '\n');
  const separator = findSeparator(lines);
  const { elements, cells } = limits;
  // Counted before anything is split: the parser keeps all rows in memory.
  if (hasMore(lines, '\n', elements))
    return { problem: 'too-many', line: elements, message: `there are more than ${elements} rows` };
  if (hasMore(lines, separator, cells))
    return { problem: 'too-many', line: 1, message: `there are more than ${cells} columns in all rows together` };
  try {
    return { rows: parseRows(lines, separator, unread) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines']); // the package sets it on every parse error
    return { problem: 'not-delimited', line, message: `the file cannot be split into columns: ${error.message}` };
  }
}

function hasMore(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
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

function parseRows(lines: string, delimiter: string, unread: number | null): Row[] {
  const rows: Row[] = [];
  parse(lines, {
    delimiter,
    record_delimiter: '\n',
    max_record_size: maxRowCharacters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Kept here and not by the parser, which would keep the position of each row with a dozen counts.
    on_record: (record: string[], { lines: line }) => {
      const cells = record.map((cell, column) => (column === unread ? '' : cleanCell(cell)));
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      return null;
    },
  });
  return rows;
}

/** Untis does not escape quotes within a text, in which case the outer quotes remain. */
const cleanCell = (cell: string): string => cell.replace(/^"(.*".*)"$/s, '$1').trim();
