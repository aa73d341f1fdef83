// The classes, teachers, rooms or subjects of a school: those in their own file, and those named only in the timetable.

import { type Findings, quote } from '../report/finding.ts';
import type { SchoolEntity } from '../school/school.ts';
import type { Row } from './read-rows.ts';

/** A row of GPU003 to GPU006: the short name that other files refer to, the long name, and a few more columns. */
export type NameRow = {
  row: number;
  shortName: string;
  name: string;
  /** For a room: column 8, or 7 in some versions. */
  capacity: number;
  /** For a class: the short name of its teacher, if column 30 has one. */
  classTeacher: string;
};

/** Drops rows without a short name, since nothing can refer to them. */
export function readNames(rows: readonly Row[]): NameRow[] {
  return rows.flatMap(({ line, cells }) => {
    const [shortName = '', name = ''] = cells;
    if (shortName === '') return [];
    const capacity = [cells[7], cells[6]].map((cell = '') => (/^\d{1,6}$/.test(cell) ? Number(cell) : 0)).find(Boolean);
    return [{ row: line, shortName, name, capacity: capacity ?? 0, classTeacher: cells[29] ?? '' }];
  });
}

export type NameList = {
  /** The key for a short name. A name that is not listed is added. */
  keyOf(shortName: string, place: { file: string; row: number }): string;
  has(shortName: string): boolean;
  /** Each entity with the row that lists it, if there is one. */
  entries(): readonly { entity: SchoolEntity; listed: NameRow | null }[];
};

/** @param listed null where the file is missing, so that only short names are known */
export function createNameList(
  what: string,
  listed: { file: string; rows: readonly NameRow[] } | null,
  findings: Findings,
): NameList {
  const byKey = new Map<string, { entity: SchoolEntity; listed: NameRow | null }>();
  const add = (key: string, shortName: string, name: string, file: string, row: number, from: NameRow | null) => {
    const place = { file, row, element: `${what} ${quote(shortName)}` };
    byKey.set(key, { entity: { key, permanentId: null, shortName, name, color: null, place }, listed: from });
  };
  const lastNumber = new Map<string, number>();
  for (const row of listed?.rows ?? []) {
    let key = row.shortName;
    // Duplicate short names are distinguished by their long names; references mean the first.
    let number = lastNumber.get(row.shortName) ?? 1;
    while (byKey.has(key)) key = `${row.shortName}\t${++number}`;
    lastNumber.set(row.shortName, number);
    add(key, row.shortName, row.name, listed?.file ?? '', row.row, row);
  }
  return {
    keyOf(shortName, { file, row }) {
      if (byKey.has(shortName)) return shortName;
      add(shortName, shortName, listed === null ? '' : shortName, file, row, null);
      const message = `the ${what} ${quote(shortName)} is not in ${listed?.file}`;
      if (listed !== null) findings.add('untis.name-not-listed', { file, row }, message, { name: shortName });
      return shortName;
    },
    has: (shortName) => byKey.has(shortName),
    entries: () => [...byKey.values()],
  };
}
