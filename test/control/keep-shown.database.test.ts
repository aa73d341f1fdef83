// After a rollback somebody keeps what readers get: the database says the same then, and the next build changes nothing for readers.

import { rm, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { keepShown } from '../../src/control/publication/keep-shown.ts';
import { ascCard, ascXml, smallAsc } from '../formats/asc/asc-xml.ts';
import { build, operatorOf, rollBack } from '../support/belfry.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { loadSchool, publisherOf, readPointer } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let publisher: ReturnType<typeof publisherOf>;
let folder: string;

const earlier = publishedTimetable('v1', { isCurrent: true, effectiveFrom: 20200901, effectiveTo: null });
const wrong = publishedTimetable('v2', { versionNumber: 2, isCurrent: true, effectiveFrom: 20260301 });

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  folder = await temporaryFolder();
  await bindTestStore(open, folder);
  publisher = publisherOf(folder);
});

const keep = (generation: number | null = null, isDryRun = false) =>
  keepShown(operatorOf(publisher, open.database), { organisationId: org('school'), generation, isDryRun });
const stored = () =>
  open.database.selectFrom('timetable_version').select(['id', 'effective_to']).orderBy('id').execute();
const shown = async () => {
  const { timetables, list, rolledBackTo, generation } = await readPointer(folder, 'school');
  const hashes = Object.entries(timetables).map(([id, { hash }]) => [id, hash]);
  return { content: { hashes, list: list.hash }, rolledBackTo, generation };
};

/** Version 2 has ended version 1, was a mistake, and is rolled back. */
async function rolledBack(): Promise<void> {
  await loadSchool(open.database, 'school', [earlier, smallTimetable({ id: 'draft', groupId: 'other' })]);
  await build(publisher, open.database, 'due');
  await loadSchool(open.database, 'school', [{ ...earlier, isCurrent: false, effectiveTo: 20260228 }, wrong]);
  await build(publisher, open.database, 'due');
  await rollBack(publisher, open.database, 'school');
}

test('what is shown is stored again, what is not shown is deleted, and the next build changes nothing for readers', async () => {
  await rolledBack();
  const before = await shown();
  expect(before.rolledBackTo).not.toBeNull();
  expect(await keep()).toMatchObject({ restored: [{ id: earlier.id }], deleted: [{ id: wrong.id }] });
  expect(await stored()).toEqual([
    { id: 'draft', effective_to: null },
    { id: earlier.id, effective_to: null },
  ]);
  expect(await build(publisher, open.database, 'due')).toMatchObject({ failures: [], held: [] });
  const after = await shown();
  expect(after.content).toEqual(before.content);
  expect(after.rolledBackTo).toBeNull();
});

test('a draft stays as it is, whether it is new or was changed since', async () => {
  await rolledBack();
  const changed = smallTimetable({ id: 'draft', groupId: 'other', description: 'changed since' });
  await loadSchool(open.database, 'school', [changed, smallTimetable({ id: 'new', groupId: 'another' })]);
  expect(await keep()).toMatchObject({ restored: [{ id: earlier.id }], deleted: [{ id: wrong.id }] });
  const drafts = open.database
    .selectFrom('timetable_version')
    .select(['id', 'description'])
    .where('status', '=', 'draft');
  expect(await drafts.orderBy('id').execute()).toEqual([
    { id: 'draft', description: 'changed since' },
    { id: 'new', description: expect.any(String) },
  ]);
});

test('a dry run says the same, and changes nothing', async () => {
  await rolledBack();
  const before = await stored();
  expect(await keep(null, true)).toMatchObject({ restored: [{ id: earlier.id }], deleted: [{ id: wrong.id }] });
  expect(await stored()).toEqual(before);
});

test('what somebody publishes while it runs is not taken away', async () => {
  await rolledBack();
  const before = await stored();
  const { store } = publisher;
  let reads = 0;
  const slow = {
    ...store,
    // Once the list was read, somebody publishes the new one again.
    async read(path: string) {
      const bytes = await store.read(path);
      if (path.includes('/files/') && reads++ === 0) await build(publisher, open.database, 'everything');
      return bytes;
    },
  };
  const asked = { organisationId: org('school'), generation: null, isDryRun: false };
  await expect(keepShown(operatorOf({ ...publisher, store: slow }, open.database), asked)).rejects.toThrow(
    'shown by now',
  );
  expect(reads).toBeGreaterThan(1);
  expect(await stored()).toEqual(before);
});

test('the command says what it would do before it does it', async () => {
  await rolledBack();
  const before = await stored();
  const run = (line: string) => runHere(line, commandEnvironment(open, folder));
  const { stdout } = await run('rollback --organisation school --keep --dry-run');
  expect(stdout).toContain(`To be stored again: ${earlier.id}. To be deleted: ${wrong.id}.`);
  expect(await stored()).toEqual(before);
  expect(await run('rollback --organisation school --dry-run')).toMatchObject({ code: 2 });
});

test('it is refused where nothing is rolled back, and where another generation is shown than the person saw', async () => {
  await rolledBack();
  const { generation } = await shown();
  await expect(keep(generation - 1)).rejects.toThrow('is shown by now');
  expect(await stored()).toHaveLength(3);
  await keep(generation);
  await build(publisher, open.database, 'due');
  await expect(keep()).rejects.toThrow('is not rolled back');
});

test('the report of an import compares with what readers get, and a build says that it ends a rollback', async () => {
  const variables = commandEnvironment(open, folder);
  const run = async (line: string) => (await runHere(line, variables)).stdout;
  const file = async (period: string) => {
    const path = `${folder}-${period}.xml`;
    await writeFile(path, ascXml({ ...smallAsc(), card: [ascCard({ days: '10' }), ascCard({ days: '01', period })] }));
    whenFileEnds(() => rm(path));
    return path;
  };
  const [right, wrongFile] = [await file('2'), await file('3')];
  await run(`import ${right} --organisation asc --name School --publish --effective-from 2020-09-01`);
  await run('build');
  await run(`import ${wrongFile} --organisation asc --publish --effective-from 2020-10-01`);
  await run('build');
  await run('rollback --organisation asc');
  // Against the wrong version, a lesson would have moved.
  expect(await run(`import ${right} --organisation asc --json`)).toMatch(/"before": ?"asc-timetable-v1"/);
  expect(await run('build')).toContain('asc: readers had an earlier state after a rollback');
  expect(await run('build')).not.toContain('rollback');
});
