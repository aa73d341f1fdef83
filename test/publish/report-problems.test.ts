// The reported problems of a withheld version are limited in number, their count is exact, and the log says which are new.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { listProblems, maxListed } from '../../src/publish/documents/list-problems.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { holdLease } from '../support/fault-schools.ts';
import { buildSchool, loadSchool, publisherOf, readFiles, validate } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { startProcess } from '../support/run-process.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', [smallTimetable(), publishedTimetable('version-2')]);
});

const run = (statement: string) => sql.raw(statement).execute(open.database);
const breakUnits = (version: string, each: number) =>
  run(`update lesson_unit set teacher_ids = array(select 'tch_' || n from generate_series(100, ${99 + each}) n)
    where version_id = '${version}'`);

async function published() {
  const folder = await temporaryFolder();
  const publisher = publisherOf(folder);
  await buildSchool(publisher, open.database, 'school');
  const path = paths.problems(org('school'));
  const readProblems = () => {
    const text = readFiles(folder, path).get(path) ?? 'null';
    const validation = validate('problems', JSON.parse(text));
    if (!validation.valid) throw new Error(JSON.stringify(validation.problems));
    return { bytes: text.length, ...validation.value };
  };
  return { folder, readProblems, rebuild: () => buildSchool(publisher, open.database, 'school') };
}

test('of 100,000 problems problems.json lists the first 50 and counts the rest', async () => {
  const { readProblems, rebuild } = await published();
  await breakUnits('version-2', 50_000); // it has two units
  const { withheld } = await rebuild();
  expect(withheld).toMatchObject([{ versionId: 'version-2', more: 100_000 - maxListed }]);
  const { bytes, withheld: written } = readProblems();
  expect(written).toEqual(withheld);
  expect(written[0]?.problems).toHaveLength(maxListed);
  expect(bytes).toBeLessThan(20_000);
});

test.each([
  [25, undefined],
  [26, 2],
])('%i problems in each of two units leave %s unlisted', async (each, more) => {
  const { readProblems, rebuild } = await published();
  await breakUnits('version-2', each);
  await rebuild();
  const [version] = readProblems().withheld;
  expect([version?.problems.length, version?.more]).toEqual([50, more]);
});

test('a finding longer than 500 characters keeps its beginning and its end', () => {
  const long = (before: string, after: string) => `${before}${'monday'.repeat(600)}${after}`;
  const finding = { path: long('$.days["', '"]'), message: long('', ' is no day'), row: long('bell_day ', ' of bs_1') };
  const [listed] = listProblems([finding], (each) => each).problems;
  expect(Object.values(listed ?? {}).map((text) => text?.length)).toEqual([500, 500, 500]);
  expect(listed?.path).toMatch(/^\$\.days\["monday.*\.\.\..*monday"\]$/);
  expect(listed?.message).toMatch(/ is no day$/);
  expect(listed?.row).toMatch(/^bell_day .* of bs_1$/);
});

test('a publication reports newly withheld and recovered versions, and the number of new and ended warnings', async () => {
  const { rebuild } = await published();
  expect((await rebuild()).changes).toEqual({ withheld: [], recovered: [], newWarnings: 0, endedWarnings: 0 });
  await breakUnits('version-2', 1);
  expect((await rebuild()).changes).toMatchObject({ withheld: [{ versionId: 'version-2' }], recovered: [] });
  // Still withheld for the same problem, which is not reported again.
  await run(`update timetable_version set version_name = 'Spring' where id = 'version-1'`);
  const { changes, withheld } = await rebuild();
  expect([changes.withheld, withheld.length]).toEqual([[], 1]);
  await breakUnits('version-2', 2);
  expect((await rebuild()).changes).toMatchObject({ withheld: [{ versionId: 'version-2' }], recovered: [] });
  await run(`update lesson_unit set teacher_ids = '{tch_1}' where version_id = 'version-2'`);
  expect((await rebuild()).changes).toMatchObject({ withheld: [], recovered: ['version-2'] });

  await run(`update teacher set name = ' '`);
  const warned = await rebuild();
  const count = warned.warnings.flatMap(({ warnings }) => warnings).length;
  expect(warned.changes).toMatchObject({ newWarnings: 2, endedWarnings: 0 });
  expect((await rebuild()).changes).toMatchObject({ newWarnings: 0, endedWarnings: 0 });
  await run(`update teacher set name = 'Ada'`);
  expect((await rebuild()).changes).toMatchObject({ newWarnings: 0, endedWarnings: 2 });
  expect(count).toBeGreaterThanOrEqual(2);
});

test('the log of watch names what was written, withheld and recovered, and repeats nothing', async () => {
  const out = await temporaryFolder();
  await bindTestStore(open, out);
  const variables = commandEnvironment(open, out);
  await run(`update teacher set name = ' '`);
  await breakUnits('version-2', 30_000);
  expect((await runLine('build', variables)).code).toBe(1);

  const watch = startProcess(['scripts/belfry.ts', 'watch'], variables);
  onTestFinished(async () => {
    watch.child.kill('SIGKILL');
    await watch.finished;
  });
  await watch.printed('"organisations":1,"versions":1,"msg":"versions are withheld');
  await run(`update timetable_version set version_name = 'Spring' where id = 'version-1'`);
  await watch.printed('"generation":2');
  await breakUnits('version-2', 20_000);
  await watch.printed('a version is withheld');
  await run(`update lesson_unit set teacher_ids = '{tch_1}' where version_id = 'version-2'`);
  const lines = (await watch.printed('"recovered":["version-2"]')).split('\n').filter((line) => line.startsWith('{'));
  const logged: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
  const of = (message: string) => logged.filter(({ msg }) => msg === message);
  expect(of('published')[0]).toMatchObject({ generation: 2, written: ['version-1', 'timetables'] });
  expect(of('published')[0]).not.toHaveProperty('newWarnings');
  expect(of('a version is withheld')).toMatchObject([{ versionId: 'version-2', more: 39_995 }]);
  expect(of('a version is withheld')[0]?.['problems']).toHaveLength(5);
  // What is wrong and where; what persons are called is for `status` and the dashboard.
  expect(of('a version is withheld')[0]?.['problems']).toMatchObject(Array(5).fill({ code: 'teacher-not-listed' }));
  expect(JSON.stringify(of('a version is withheld'))).not.toContain('"values"');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000);
}, 60_000);

test('a watcher reports at its start what is withheld although a clean-up holds the lease', {
  tags: 'server',
}, async () => {
  const folder = await temporaryFolder();
  const publisher = publisherOf(folder);
  await breakUnits('version-2', 1);
  await buildSchool(publisher, open.database, 'school');
  const release = await holdLease(open, 'school');
  const { events } = startWatch(publisher, open);
  const reported = () => events.filter((line) => line.startsWith('withheld'));
  await sleep(300);
  expect(reported()).toEqual([]);
  await release();
  await waitUntil('it is reported', () => reported().length > 0);
  expect(reported()).toEqual(['withheld 1 1']);
});

test('build prints the first problems of a withheld version and the number of the others', async () => {
  const out = await temporaryFolder();
  await bindTestStore(open, out);
  await breakUnits('version-2', 50_000);
  const { code, stdout } = await runLine('build', commandEnvironment(open, out));
  expect(code).toBe(1);
  expect(stdout).toContain(
    'school: version version-2 is withheld, there is no valid version to serve\n  $.lessonUnits[0].teacherIds[0]',
  );
  expect(stdout).toContain('\n  and 99,990 more\n');
  expect(stdout.split('\n').length).toBeLessThan(20);
}, 60_000);
