import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleList, assembleSummary } from '../../src/document/assemble-list.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { deepFreeze } from './deep-freeze.ts';

const entry = (id: string, versionNumber: number, createdAt: string) =>
  assembleSummary({ ...smallTimetable(), id, versionNumber, createdAt });

test('the list is newest first: by createdAt, then versionNumber, then id', () => {
  const inOrder = [
    entry('a', 1, '2027-01-01T00:00:00.000Z'),
    entry('b', 10, '2026-12-31T23:59:59.999Z'),
    entry('c', 9, '2026-12-31T23:59:59.999Z'),
    entry('b', 2.5, '2026-12-31T23:59:59.998Z'),
    entry('a', 2.5, '2026-12-31T23:59:59.998Z'),
    entry('_', 2.5, '2026-12-31T23:59:59.998Z'),
    entry('Z', 2.5, '2026-12-31T23:59:59.998Z'),
    entry('1', 2.5, '2026-12-31T23:59:59.998Z'),
    entry('-', 2.5, '2026-12-31T23:59:59.998Z'),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (shuffled) => {
      expect(assembleList('school', deepFreeze(shuffled)).timetables).toEqual(inOrder);
    }),
  );
});

test('the list names its organisation and counts its entries', () => {
  expect(assembleList('school', [])).toEqual({ orgId: 'school', count: 0, timetables: [] });
  expect(assembleList('school', [entry('a', 1, '2026-01-01T00:00:00.000Z')])).toMatchObject({ count: 1 });
});

test('an entry has only the specified fields', () => {
  const { name } = smallTimetable();
  expect(assembleSummary(smallTimetable())).toMatchObject({ id: 'version-1', name, schedulingMode: 'student-level' });
  expect(Object.keys(assembleSummary(smallTimetable()))).toHaveLength(13);
});
