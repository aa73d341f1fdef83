// One page of a list, and the cursor that leads to the next: the place of the last row, in a form that nobody needs to read.

import { sql } from 'kysely';
import { wrongCursor } from '../errors.ts';

/** What of a list is wanted: so many, after the row that a cursor stands for. */
export type Page = { limit: number; after: string | null };

export type Listed<Item> = { items: Item[]; next: string | null };

/** Where a row stands among those that are listed by time. */
export type Place = { at: string; id: string };

/** Cuts rows to a page. @param rows one more than the page holds, if there are more */
export function cutToPage<Row, Item>(
  rows: readonly Row[],
  { limit }: Pick<Page, 'limit'>,
  cursorOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Listed<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(itemOf), next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

export const cursorOfPlace = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString('base64url');

/**
 * For a list by `created_at` and `id`: the moment in microseconds, to select, and the condition that begins after the cursor.
 * @throws InvalidInputError when `after` is no cursor
 */
export function byTime({ after }: Page) {
  // A moment may be infinite, which no integer is.
  const microseconds = sql<string>`trunc(extract(epoch from created_at) * 1000000)`;
  const place = after === null ? null : placeOfCursor(after);
  return {
    at: microseconds.as('at'),
    isAfter:
      place === null ? sql<boolean>`true` : sql<boolean>`(${microseconds}, id) > (${place.at}::numeric, ${place.id})`,
  };
}

function placeOfCursor(cursor: string): Place {
  const text = cursor.length > 200 ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
  const [, at, id] = /^(-?(?:[0-9]{1,20}|Infinity)) ([A-Za-z0-9_-]{1,64})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw wrongCursor();
  return { at, id };
}
