// GPU003 to GPU006: a short name that the other files refer to, the long name, and a little more.

import type { Row } from './read-rows.ts';

export type NameRow = {
  row: number;
  shortName: string;
  name: string;
  /** Of a room: column 8, in some versions 7. */
  capacity: number;
  /** Of a class: the short name of its teacher, where column 30 holds one. */
  classTeacher: string;
};

/** Rows without a short name cannot be referred to, and are none. */
export function readNames(rows: readonly Row[]): NameRow[] {
  return rows.flatMap(({ line, cells }) => {
    const [shortName = '', name = ''] = cells;
    if (shortName === '') return [];
    const capacity = [cells[7], cells[6]].map((cell = '') => (/^\d{1,6}$/.test(cell) ? Number(cell) : 0)).find(Boolean);
    return [{ row: line, shortName, name, capacity: capacity ?? 0, classTeacher: cells[29] ?? '' }];
  });
}
