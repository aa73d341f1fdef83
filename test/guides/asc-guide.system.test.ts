// The guides to school files: their commands are run unchanged, on a school's file and a database of the test, and the page of
// rules is up to date.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesFile, rulesPage } from '../../scripts/tools/generate-rules.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { rulesOfFormat } from '../../src/formats/report/finding.ts';
import { ascXml, smallAsc } from '../formats/asc/asc-xml.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { openGuide } from '../support/open-guide.ts';
import { readData } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { runSnippet } from './run-snippet.ts';

const guide = openGuide('src/formats/asc/README.md');
const convert = guide.take('sh', 'npm run convert');
const load = guide.take('sh', 'npm run import');

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

test('every snippet is run here', () => expect(guide.leftOver()).toEqual([]));

test('from the export to what is published', async () => {
  const folder = await temporaryFolder();
  const out = join(folder, 'out');
  await bindTestStore(open, out);
  await writeFile(join(folder, 'school.xml'), ascXml(smallAsc()));
  const here = (code: string) => code.replaceAll(/\bschool\.(xml|json)/g, `${folder}/school.$1`);
  const variables = commandEnvironment(open, out);
  expect(await runSnippet(here(convert), variables)).toContain('ready to import; written to');
  expect(JSON.parse(await readFile(join(folder, 'school.json'), 'utf8'))).toMatchObject({ status: 'draft' });
  expect(await runSnippet(here(load), variables)).toContain(
    'imported school, version 1 (riverside-timetable-v1), published',
  );
  expect(readData(out, 'riverside', 'riverside-timetable-v1')[0]).toMatchObject({ status: 'published' });
});

test('the page of rules is up to date: else run `npm run generate-rules`', () => {
  expect(openGuide(rulesFile).text).toBe(rulesPage());
});

test.each(Object.keys(rulesOfFormat))('the guide of %s links to its rules', (format) => {
  expect(openGuide(`src/formats/${format}/README.md`).text).toContain(`(../rules.md#${format})`);
});
