// Where the database has one organisation, a command need not name it; where it has none or several, it says so.

import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { loadSchool } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await bindTestStore(open, join(folder, 'out'));
});

const run = (line: string) => runHere(line.replace('@', `${folder}/`), commandEnvironment(open, join(folder, 'out')));

const lines = [
  'keys list',
  'keys create --name x',
  'links list',
  'links create --all-classes',
  'timetables list',
  'timetables rename v1 --version-name x',
  'export --to @v1.json',
  'days show --date 2026-11-23',
];

test.each(lines)('without an organisation: %s', async (line) => {
  const { code, stderr } = await run(line);
  expect(stderr).toContain(
    'there is no organisation yet; `npm run organisations -- create ID --name NAME` creates one',
  );
  expect(code).toBe(2);
});

test('with one, every command is about it', async () => {
  await loadSchool(open.database, 'school', [publishedTimetable('v1')]);
  for (const line of lines) expect([line, await run(line)]).toEqual([line, expect.objectContaining({ code: 0 })]);
  expect((await run('keys list')).stdout).toContain('active');
  expect(JSON.parse((await run('timetables list --json')).stdout)).toMatchObject({ organisation: 'school' });
  expect((await run('calendar show')).stderr).toContain('organisation school has no calendar');
});

test.each(lines)('with two, it has to be named: %s', async (line) => {
  await loadSchool(open.database, 'other', [publishedTimetable('other-v1')]).catch(() => {});
  const { code, stderr } = await run(line);
  expect(stderr).toContain('there are several organisations: say which one with --organisation');
  expect(code).toBe(2);
});
