// `npm run convert` and `npm run import` with a school's own files, as an operator types them.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { ascCard, ascXml, smallAsc } from '../formats/asc/asc-xml.ts';
import { problemsOf } from '../formats/problems-of.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { listedIds, readData } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

test('convert reads, reports, and writes the document, without a database', async () => {
  const folder = await temporaryFolder();
  const [source, target] = [join(folder, 'school.xml'), join(folder, 'school.json')];
  await writeFile(source, ascXml(smallAsc()));
  const variables = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', BELFRY_OUT: join(folder, 'none') };
  const { code, stdout, stderr } = await runLine(
    `convert ${source} --to ${target} --name Autumn --first-day sunday`,
    variables,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('read from aSc Timetables: 1 teachers');
  expect(stdout).toContain(`ready to import; written to ${target}`);
  const document = JSON.parse(await readFile(target, 'utf8'));
  expect(problemsOf(document)).toEqual([]);
  expect(document).toMatchObject({ name: 'Autumn', status: 'draft', bellSchedule: { days: [{ dayOfWeek: 7 }, {}] } });

  const bells = join(folder, 'bells.json');
  for (const encoding of ['utf8', 'utf16le'] as const) {
    await writeFile(bells, Buffer.from(`\uFEFF${JSON.stringify(document.bellSchedule)}`, encoding));
    expect(await runHere(`convert ${source} --bells ${bells}`, variables)).toMatchObject({ code: 0 });
  }

  const broken = join(folder, 'broken.xml');
  await writeFile(broken, ascXml(smallAsc()).slice(0, -20));
  const refused = await runHere(`convert ${broken} --json`, variables);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    made: null,
    findings: [{ rule: 'file.not-xml', place: { file: 'broken.xml' } }],
  });

  for (const [line, message] of [
    [`${join(folder, 'missing.xml')}`, /missing\.xml cannot be read: ENOENT/],
    [`${source} --from word`, /--from/],
    [`${source} --bells noon`, /--bells noon is neither/],
    [`${source} --first-day someday`, /--first-day/],
  ] as const) {
    const wrong = await runHere(`convert ${line}`, variables);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(message);
  }
});

test("import takes a school's own file, prints what a second import changes, and publishes with --publish", async () => {
  const folder = await temporaryFolder();
  const [out, school] = [join(folder, 'out'), join(folder, 'export')];
  await bindTestStore(open, out);
  await mkdir(school);
  const source = join(school, 'school.xml');
  await writeFile(source, ascXml(smallAsc()));
  const run = (line: string) => runHere(line, commandEnvironment(open, out));

  const first = await run(`import --organisation riverside --name Riverside ${source} --timetable-name Main`);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('school.xml: imported Main, version 1 (riverside-timetable-v1), a draft');
  const again = await run(`import --organisation riverside ${school} --json`); // the folder it is in
  expect(JSON.parse(again.stdout)).toMatchObject([
    { outcome: 'unchanged', id: 'riverside-timetable-v1', files: ['school.xml'] },
  ]);

  await writeFile(source, ascXml({ ...smallAsc(), card: [ascCard(), ascCard({ period: '3', days: '01' })] }));
  const second = await run(`import --organisation riverside ${source} --publish --effective-from 2026-09-01`);
  expect(second.stdout).toMatch(/against riverside-timetable-v1:\n {2}1 lesson moved\n {4}Mat · 5A · ADA\n/);
  expect(second.stdout).toContain('imported Main, version 2 (riverside-timetable-v2), published from 20260901');
  expect(await run('build')).toMatchObject({ code: 0 });
  expect(listedIds(out, 'riverside')).toEqual(['riverside-timetable-v2', 'riverside-timetable-v1']);
  expect(readData(out, 'riverside', 'riverside-timetable-v2')[0]).toMatchObject({
    status: 'published',
    effectiveFrom: 20260901,
  });

  await writeFile(source, '<timetable>');
  const broken = await run(`import --organisation riverside ${source}`);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/error file\.not-xml .*\n.*\nschool\.xml: not imported$/m);
  for (const options of [`${source} --effective-from 2026-09-01`, `${join(folder, 'x.json')} --publish`])
    expect(await run(`import --organisation riverside ${options}`)).toMatchObject({ code: 2 });
});
