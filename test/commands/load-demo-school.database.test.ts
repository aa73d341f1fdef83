// What `npm start` loads: the demo school into an empty database, and in each week a day with everything that can be different.

import { expect, test } from 'vitest';
import { loadDemoSchool } from '../../scripts/running/load-demo-school.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { showDay } from '../../src/control/days/show-day.ts';
import { readDayChanges } from '../../src/database/days/read-day-changes.ts';
import { validate } from '../support/published-school.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const load = (now: number) => loadDemoSchool({ ...open, publisher: { validate } }, now);
const stored = (from: number, to: number) => readDayChanges(open.database, 'demo-school', from, to);

test('a week has its day from the first start on, whatever day it is then, and the next week has one of its own', async () => {
  await load(Date.UTC(2026, 10, 24, 7));
  const friday = await showDay(open.database, validate, org('demo-school'), 20261127);
  expect([friday.changes.length, friday.notes.length, friday.absent.length, friday.orphaned]).toEqual([6, 2, 1, []]);
  // In Berlin it is Sunday still.
  await load(Date.UTC(2026, 10, 29, 22, 30));
  expect((await stored(20261123, 20261206)).changes).toHaveLength(6);
  // The Friday of the next week is closed.
  await load(Date.UTC(2026, 10, 29, 23, 30));
  const { changes } = await stored(20261130, 20261206);
  expect(new Set(changes.map(({ date }) => date))).toEqual(new Set([20261203]));
});

test('what somebody stored for a week stays as it is, and without a calendar there is none', async () => {
  await open.database.deleteFrom('day_change').where('date', '>', 20261130).execute();
  await load(Date.UTC(2026, 11, 1));
  expect((await stored(20261130, 20261206)).changes).toEqual([]);
  await open.database.deleteFrom('calendar').execute();
  await load(Date.UTC(2026, 11, 8));
  expect((await stored(20261207, 20261213)).changes).toEqual([]);
});
