// Maps a path in a document to the database row that it came from, so that somebody can correct the row.

import type { Segments } from './json-path.ts';

type Table = { table: string; key: string; parts?: Record<string, Table> };

const period: Table = { table: 'period', key: 'id' };
const bellSchedule: Table = {
  table: 'bell_schedule',
  key: 'id',
  parts: {
    days: { table: 'bell_day', key: 'id' },
    dayConfigurations: {
      table: 'day_configuration',
      key: 'id',
      parts: { periods: period, breaks: { ...period, table: 'break' } },
    },
  },
};
const tables: Record<string, Table> = {
  bellSchedules: bellSchedule,
  teachers: { table: 'version_teacher', key: 'localId' },
  subjects: { table: 'version_subject', key: 'localId' },
  classes: { table: 'version_class', key: 'localId' },
  rooms: { table: 'version_room', key: 'localId' },
  roomGroups: { table: 'version_room_group', key: 'id' },
  lessons: {
    table: 'lesson',
    key: 'localId',
    parts: {
      groups: { table: 'lesson_group', key: 'id' },
      lessonConfigurations: { table: 'lesson_configuration', key: 'id' },
    },
  },
  lessonUnits: { table: 'lesson_unit', key: 'localId' },
  students: { table: 'version_student', key: 'localId' },
  courses: { table: 'version_course', key: 'localId' },
  sections: { table: 'section', key: 'localId' },
};

/** The column of a field: `shortName` is stored in `short_name`. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field of anything; undefined where there is none. */
export const property = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** An id or a key as text. The document may break its schema, and not everything has a text: `{ toString: 1 }` has none. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'object' : String(value);

/** Such as `lesson lsn_4, lesson_group g1 of timetable_version v7`. Falls back to the version's own row. */
export function locateRow(document: object, segments: Segments): string {
  const rows: string[] = [];
  let value: unknown = document;
  let parts: Record<string, Table> | undefined = tables;
  for (let depth = 0; depth + 1 < segments.length && parts !== undefined; depth += 2) {
    const [list, index] = [segments[depth], segments[depth + 1]];
    const table: Table | undefined = Object.hasOwn(parts, String(list)) ? parts[String(list)] : undefined;
    if (list === undefined || typeof index !== 'number' || table === undefined) break;
    value = property(property(value, list), index);
    rows.push(`${table.table} ${textOf(property(value, table.key))}`);
    parts = table.parts;
  }
  const version = `timetable_version ${textOf(property(document, 'id'))}`;
  return rows.length === 0 ? version : `${rows.join(', ')} of ${version}`;
}
