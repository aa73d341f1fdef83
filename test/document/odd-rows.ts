// Changes of the small timetable's rows, and the warnings that they cause.

import { expect } from 'vitest';
import type { Finding } from '../../src/contract/types.generated.ts';
import { assembleTimetable } from '../../src/document/assemble-timetable.ts';
import type { VersionRows } from '../../src/document/version-rows.ts';
import { findRowWarnings } from '../../src/document/warnings/find-row-warnings.ts';
import { findWarnings } from '../../src/document/warnings/find-warnings.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { rowsOf } from './rows-of.ts';

export type Change = (rows: VersionRows) => unknown;
/** `row` is the location without the version. */
export type Case = [what: string, change: Change, path: string, message: string, row: string];

export const small = () => rowsOf(smallTimetable());
export const standard = () => rowsOf(publishedTimetable('version-1'));

/** The warnings of the changed rows. */
export function warningsOf(change: Change, rows: VersionRows = small()): Finding[] {
  change(rows);
  const timetable = assembleTimetable(rows);
  return findWarnings(timetable, findRowWarnings(rows, timetable));
}
export const first = <Item>(list: readonly Item[] | undefined, index = 0): Item => {
  const item = list?.[index];
  if (item === undefined) throw new Error('the small timetable has such an item');
  return item;
};
export const set = (item: object, fields: object) => Object.assign(item, fields);
export const group = ({ lessonGroups }: VersionRows, index = 0) => first(lessonGroups, index);
export const schedule = ({ bellSchedules }: VersionRows) => first(bellSchedules);
export const configuration = (rows: VersionRows) => first(schedule(rows).dayConfigurations);
/** Another unit like the first of lesson 1, with changes. */
export function addUnit({ lessonUnits }: VersionRows, changes: object, like = 0) {
  for (const [name, values] of Object.entries(lessonUnits) as [string, unknown[]][]) {
    const value = name === 'localId' ? `lu_${values.length + 1}` : values[like];
    values.push(name in changes ? Reflect.get(changes, name) : value);
  }
}
export const alone = { teacherIds: [], classIds: [], roomIds: [] };
export const elsewhere = { teacherIds: [], roomIds: [] };

export function expectOne([, change, path, message, row]: Case, rows: VersionRows) {
  const found = warningsOf(change, rows);
  expect(found).toEqual([
    {
      ...{ path, message, row: `${row}timetable_version version-1` },
      code: expect.stringMatching(/^[a-z-]+$/),
      values: expect.any(Object),
    },
  ]);
}
