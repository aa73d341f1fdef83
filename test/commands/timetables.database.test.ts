// `timetables list`: every version with its dates, and whether readers get its current state.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { buildSchool, loadSchool, publisherOf } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();

test('each version is shown as served, withheld, waiting or rolled back', async () => {
  const { database } = open;
  const out = join(await temporaryFolder(), 'out');
  await bindTestStore(open, out);
  const variables = commandEnvironment(open, out);
  const list = async () => (await runHere('timetables list --organisation school', variables)).stdout.split('\n');
  await loadSchool(database, 'school', [
    publishedTimetable('good', { isCurrent: true, effectiveTo: 20270731, versionName: 'Autumn term' }),
    publishedTimetable('broken', { versionNumber: 2, createdAt: '2026-08-02T08:00:00.000Z' }),
    smallTimetable({ id: 'draft', versionNumber: 3, createdAt: '2026-08-03T08:00:00.000Z' }),
  ]);
  await buildSchool(publisherOf(out), database, 'school');
  await database.updateTable('lesson_unit').set({ day_id: 'no such day' }).where('version_id', '=', 'broken').execute();
  await buildSchool(publisherOf(out), database, 'school');
  await database.updateTable('timetable_version').set({ description: 'x' }).where('id', '=', 'draft').execute();

  expect(await list()).toEqual([
    'ID      NAME    VERSION          STATUS     CURRENT  FROM        TO          CHANGED     SERVED',
    'draft   Autumn  3                draft               -           -           2026-08-01  an earlier state: waiting',
    'broken  Autumn  2                published           2026-09-01  -           2026-08-01  an earlier state: withheld',
    'good    Autumn  1 (Autumn term)  published  yes      2026-09-01  2027-07-31  2026-08-01  yes',
    '',
  ]);
  const { stdout } = await runHere('timetables list --organisation school --json', variables);
  expect(JSON.parse(stdout)).toMatchObject({
    organisation: 'school',
    rolledBackTo: null,
    versions: [
      { id: 'draft', status: 'draft', served: 'earlier', because: 'waiting' },
      { id: 'broken', served: 'earlier', because: 'withheld' },
      { id: 'good', isCurrent: true, effectiveFrom: 20260901, served: 'current', because: null },
    ],
  });

  await buildSchool(publisherOf(out), database, 'school', { versions: new Set(['draft']), repair: false });
  await runHere('rollback --organisation school', variables);
  const rolledBack = await list();
  expect(rolledBack[3]).toMatch(/rolled back$/);
  expect(rolledBack[4]).toBe('Generation 1 is shown again after a rollback.');
});

test('an organisation without versions has an empty list, and an unknown one is an error', async () => {
  const out = await temporaryFolder();
  await bindTestStore(open, out);
  const variables = commandEnvironment(open, out);
  await loadSchool(open.database, 'empty', []);
  expect(await runHere('timetables list --organisation empty --json', variables)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"versions": []'),
  });
  expect(await runHere('timetables list --organisation nobody', variables)).toMatchObject({
    code: 2,
    stderr: 'error: there is no organisation nobody; `npm run organisations -- list` shows them\n',
  });
});

test('a draft is published from a day, renamed, and nothing of it is done twice', async () => {
  const out = await temporaryFolder();
  await bindTestStore(open, out);
  const variables = commandEnvironment(open, out);
  await loadSchool(open.database, 'drafts', [
    publishedTimetable('drafts-1', { groupId: 'drafts', isCurrent: true, effectiveTo: null }),
    smallTimetable({ id: 'drafts-2', groupId: 'drafts', versionNumber: 2, createdAt: '2026-08-03T08:00:00.000Z' }),
  ]);
  const publish = 'timetables publish drafts-2 --organisation drafts --from 2099-02-01';
  expect(await runHere(publish, variables)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Autumn, version 2 (drafts-2), is published from 2099-02-01.\n'),
  });
  const list = async () => (await runHere('timetables list --organisation drafts', variables)).stdout;
  expect(await list()).toMatch(/drafts-2 .* published .* 2099-02-01 .*\n.*drafts-1 .* yes .* 2099-01-31 /);
  expect(await runHere(publish, variables)).toMatchObject({
    code: 2,
    stderr: 'error: version drafts-2 is published already\n',
  });
  const rename = ['timetables', 'rename', 'drafts-2', '--organisation', 'drafts', '--version-name', 'Spring'];
  expect(await runHere(rename, variables)).toMatchObject({ code: 0, stdout: expect.stringContaining('(Spring)') });
  expect(await list()).toContain('2 (Spring)');
  expect(await runHere('timetables rename nothing --organisation drafts --name x', variables)).toMatchObject({
    code: 2,
  });
});
