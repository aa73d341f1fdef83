// Which GPU file a file is: by its name, as Untis calls it, or by what its rows look like where it was renamed.

import { readRows } from './read-rows.ts';

/** 1 is the timetable, 2 the lessons, 3 to 6 classes, teachers, rooms and subjects. */
export const topics = { timetable: 1, lessons: 2, classes: 3, teachers: 4, rooms: 5, subjects: 6 } as const;

const sampleBytes = 4096;

/** The number in a name such as `GPU001.TXT` or `export/gpu001_2026.csv`; null where there is none. */
export function gpuNumber(name: string): number | null {
  const [, digits] = /gpu(\d{3})[^/\\]*$/i.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Whether the file begins like GPU001: a lesson number, four texts, a day and a period. */
export function looksLikeTimetable(bytes: Uint8Array): boolean {
  // Digits and separators are the same in each encoding.
  const text = String.fromCharCode(...bytes.subarray(0, sampleBytes));
  const whole = bytes.length <= sampleBytes ? text : text.slice(0, Math.max(0, text.search(/[\r\n][^\r\n]*$/)));
  const read = readRows(whole);
  const rows = 'rows' in read ? read.rows.slice(0, 20) : [];
  return rows.length > 0 && rows.every(({ cells }) => isTimetableRow(cells));
}

const isTimetableRow = (cells: readonly string[]): boolean =>
  cells.length >= 7 && cells.length <= 12 && [0, 5, 6].every((column) => /^\d{1,6}$/.test(cells[column] ?? ''));
