// `days import`, `show` and `clear` on a database: a dry run stores nothing, the same file twice changes nothing, and a wrong one is
// refused with the lines.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calendar } from '../../../src/contract/types.generated.ts';
import { importCalendar } from '../../../src/database/calendar/import-calendar.ts';
import { bindTestStore } from '../../support/bind-store.ts';
import { loadSchool, validate } from '../../support/published-school.ts';
import { commandEnvironment } from '../../support/run-command.ts';
import { runHere } from '../../support/run-here.ts';
import { publishedTimetable } from '../../support/small-timetable.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useTestDatabase } from '../../support/test-database.ts';
import { whenFileEnds } from '../../support/when-file-ends.ts';

const open = useTestDatabase();
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
});
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await bindTestStore(open, join(folder, 'out'));
  await loadSchool(open.database, 'north', [
    publishedTimetable('north-v1', { groupId: 'north-g', orgId: 'north', effectiveFrom: 20260810 }),
  ]);
  const calendar: Calendar = { timeZone: 'Europe/Berlin', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };
  await importCalendar(open.database, validate, 'north', Buffer.from(JSON.stringify(calendar)));
});

const run = (line: string) => runHere(line, commandEnvironment(open, join(folder, 'out')));
const file = () => join(folder, 'days.csv');
const csv = (rows: string) =>
  writeFile(file(), `ref,date,added.kind,added.startTime,added.endTime,notes.text\n${rows}`);
const shown = async (date: string) =>
  JSON.parse((await run(`days show --organisation north --date ${date} --json`)).stdout);

test('a file is stored, shown and withdrawn', async () => {
  await csv('a,20261123,event,08:00,09:00,\n,20261123,,,,Bus strike\n');
  expect((await run(`days import --organisation north --dry-run ${file()}`)).stdout).toContain('It would be stored.');
  expect(await shown('2026-11-23')).toMatchObject({ changes: [], notes: [] });
  expect((await run(`days import --organisation north ${file()}`)).stdout).toContain('Stored.');
  expect(await shown('2026-11-23')).toMatchObject({ changes: [{ ref: 'a' }], notes: [{ text: 'Bus strike' }] });
  expect((await run(`days import --organisation north ${file()}`)).stdout).toContain('Nothing is different');
  const cleared = await run('days clear --organisation north --from 2026-11-20 --to 2026-11-25');
  expect(cleared).toMatchObject({ code: 0, stdout: 'Withdrawn.\n' });
  expect(await shown('2026-11-23')).toMatchObject({ changes: [], notes: [] });
});

test('a wrong file is refused whole, each problem by its line', async () => {
  await csv('a,20261123,event,08:00,09:00,\nb,20261128,event,08:00,09:00,\n');
  const { code, stdout } = await run(`days import --organisation north ${file()}`);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/not imported\n {2}line 3 {2}\$\.changes\[1\]/)]);
  expect(await shown('2026-11-23')).toMatchObject({ changes: [] });
  await csv('a,20261123,event,8 o’clock,09:00,\n');
  expect((await run(`days import --organisation north ${file()}`)).stdout).toContain(
    'line 2  the column added.startTime',
  );
});

test.each([
  ['days import --organisation nowhere', 2],
  ['days import --organisation north --token x', 2],
  ['days import --organisation north --url https://dashboard.example', 2],
])('%s is a mistake', async (line, code) => {
  await csv('a,20261123,event,08:00,09:00,\n');
  expect((await run(`${line} ${file()}`)).code).toBe(code);
});
