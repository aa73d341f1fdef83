// Reads the list that `belfry links create` wrote: CSV (RFC 4180), also as spreadsheets save it with semicolons or tabs, or
// JSON of one link or many.

import { withoutGuards } from '../../csv.ts';
import { tokenIn } from '../my/token-in.ts';

export type ListedLink = {
  token: string;
  kind: string;
  name: string;
  /** As 20270731; null where the link is valid without end. */
  until: number | null;
};

export type ListRead = { outcome: 'links'; links: ListedLink[] } | { outcome: 'none' } | { outcome: 'too many' };

/** As many as a browser draws without trouble; a school has 3,000. */
export const mostLinks = 5000;
/** Characters. */
const longestList = 20_000_000;

export function readLinkList(file: string): ListRead {
  if (file.length > longestList) return { outcome: 'too many' };
  const text = file.replace(/^\uFEFF/, '');
  const rows = readJson(text) ?? readCsv(text);
  const links: ListedLink[] = [];
  for (const row of rows) {
    const token = tokenIn(field(row, 'token'));
    if (token === null) continue;
    if (links.length === mostLinks) return { outcome: 'too many' };
    const until = /^(\d{4})-(\d\d)-(\d\d)/.exec(field(row, 'expiresAt'))?.slice(1).join('');
    links.push({
      token,
      kind: field(row, 'kind'),
      name: field(row, 'name') || field(row, 'entityId'),
      until: until === undefined ? null : Number(until),
    });
  }
  return links.length === 0 ? { outcome: 'none' } : { outcome: 'links', links };
}

type Row = Readonly<Record<string, unknown>>;

const field = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value : '';
};

function readJson(text: string): Row[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    const links = isRow(parsed) && Array.isArray(parsed['links']) ? parsed['links'] : [parsed].flat();
    return links.filter(isRow);
  } catch {
    return [];
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function readCsv(text: string): Row[] {
  // Excel reads and keeps a first line such as `sep=;`.
  const content = text.replace(/^"?sep=.?"?\r?\n/i, '');
  const [header = ''] = content.split(/\r?\n/, 1);
  const delimiter = ['\t', ';'].find((each) => header.includes(each)) ?? ',';
  const [names = [], ...rows] = cells(content, delimiter);
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name.trim(), withoutGuards(row[index] ?? '')])),
  );
}

/** A row more than can be shown, so that too many are noticed. */
const mostRows = 4 * mostLinks;

function cells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < mostRows) {
    let cell = '';
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      // A quote that is not closed goes on to the end.
      cell = text.slice(at + 1, end === -1 ? text.length : end).replaceAll('""', '"');
      at = end === -1 ? text.length : end + 1;
    }
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
    row.push(cell + text.slice(start, at).replace(/\r$/, ''));
    if (text[at] !== delimiter) {
      rows.push(row);
      row = [];
    }
    at++;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
