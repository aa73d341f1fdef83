// The guides for Untis and FET: their commands are run unchanged, on small files of the same names.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { activity, element, fetText, placements, time } from '../formats/fet/fet-file.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet } from './run-snippet.ts';

const untis = openGuide('src/formats/untis/README.md');
const fet = openGuide('src/formats/fet/README.md');
const convertUntis = untis.take('sh', 'npm run convert');
const importUntis = untis.take('sh', 'npm run import');
const convertFet = fet.take('sh', 'npm run convert -- riverside_data_and_timetable.fet');
const convertPair = fet.take('sh', 'npm run convert -- riverside.fet riverside_activities.xml');
const importFet = fet.take('sh', 'npm run import');

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await mkdir(join(folder, 'untis-export'));
  const rows = '1,"5A","ADA","MAT","R1",1,3,,\r\n1,"5A","ADA","MAT","R1",2,4,,\r\n';
  await writeFile(join(folder, 'untis-export', 'GPU001.TXT'), rows);
  await writeFile(join(folder, 'untis-export', 'GPU004.TXT'), '"ADA","Lovelace Ada",\r\n');
  await writeFile(join(folder, 'untis-export', 'GPU005.TXT'), '');
  const activities = activity({ id: 1, duration: 2 });
  const solved = fetText({ activities, times: time(1, 'Monday', '08:00-08:45') });
  await writeFile(join(folder, 'riverside_data_and_timetable.fet'), solved);
  await writeFile(join(folder, 'riverside.fet'), fetText({ activities, times: '' }));
  const place = element('Id', 1) + element('Day', 'Monday') + element('Hour', '08:00-08:45');
  await writeFile(join(folder, 'riverside_activities.xml'), placements(`<Activity>${place}<Room></Room></Activity>`));
});

/** Replaces the paths of a snippet by those of the test's folder. */
const here = (code: string) => code.replaceAll(/(untis-export|riverside[\w]*\.(?:fet|xml))/g, `${folder}/$1`);

test('every snippet is run here', () => {
  expect([...untis.leftOver(), ...fet.leftOver()]).toEqual([]);
});

test.each([
  ['an export of Untis', convertUntis],
  ['a solved FET file', convertFet],
  ['a FET file with its activities', convertPair],
])('%s is converted', async (_, code) => {
  const printed = await runSnippet(here(code), { DATABASE_URL: undefined });
  expect(printed).toContain('lesson units: 2 placed, 0 unplaced');
  expect(printed).toContain('ready to import');
});

test.each([
  ['Untis', importUntis],
  ['FET', importFet],
])('the timetable from %s is imported, published and built', async (_, code) => {
  const open: OpenDatabase = await openTestDatabase();
  try {
    const environment = commandEnvironment(open, await temporaryFolder());
    const printed = await runSnippet(here(code), environment);
    expect(printed).toMatch(/imported .* \(riverside-timetable-v1\)/);
    const { rows } = await open.database
      .selectFrom('timetable_version')
      .select('status')
      .execute()
      .then((versions) => ({ rows: versions }));
    expect(rows).toEqual([{ status: 'published' }]);
    // The same files once more are the same version.
    expect(await runSnippet(here(code), environment)).toContain('nothing written');
  } finally {
    await open.close();
  }
});
