// `export` writes what `import` takes: exported, imported into another database and exported again, the bytes are the same.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { loadSchool, readFiles, validate } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let one: OpenDatabase;
let other: OpenDatabase;
let folder: string;

beforeAll(async () => {
  [one, other] = [await openTestDatabase(), await openTestDatabase()];
});
afterAll(async () => {
  await one?.close();
  await other?.close();
});
beforeEach(async () => {
  folder = await temporaryFolder();
  for (const open of [one, other]) {
    await open.database.deleteFrom('organisation').execute();
    await bindTestStore(open, join(folder, open === one ? 'one' : 'other'));
  }
});

const variablesOf = (open: OpenDatabase) => commandEnvironment(open, join(folder, open === one ? 'one' : 'other'));
const run = (open: OpenDatabase, line: string) => runHere(line, variablesOf(open));

/** The demo school: timetables of each kind, with an autosave, a deleted teacher and a changed room group. */
async function loadDemoSchool() {
  const { organisation, documents } = demoSchool();
  await loadSchool(one.database, organisation.id, []);
  for (const { document, autosave } of documents)
    await importTimetable(one.database, validate, organisation.id, document, { isAutosave: autosave });
  const [teacher] = documents[0]?.document.teachers ?? [];
  await one.database
    .deleteFrom('teacher')
    .where('id', '=', teacher?.entityId ?? '')
    .execute();
  await one.database.updateTable('room_group').set({ name: 'Another name' }).execute();
}

test('a folder, imported into another database and exported again, has the same bytes', async () => {
  await loadDemoSchool();
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const exported = await run(one, `export --organisation demo-school --to ${first}`);
  expect(exported).toEqual({
    code: 0,
    stdout: `Exported 5 versions of organisation demo-school to ${first}.\n`,
    stderr: '',
  });
  const files = readFiles(first);
  expect([...files.keys()]).toEqual(
    ['diploma-2026-v1', 'main-2026-v1', 'main-2026-v2', 'main-2026-v3', 'upper-2026-v1'].map((id) => `${id}.json`),
  );
  expect(files.get('upper-2026-v1.json')).toContain('"name":"Unknown"');

  const paths = [...files.keys()].map((name) => join(first, name)).join(' ');
  const imported = await run(other, `import --organisation demo-school --name Demo ${paths}`);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  await run(other, `export --organisation demo-school --to ${second}`);
  expect(readFiles(second)).toEqual(files);
});

test('documents are written to a pipe and to a file, one per line', async () => {
  await loadDemoSchool();
  const { stdout, stderr } = await runLine('export --organisation demo-school --to -', variablesOf(one));
  expect(stderr).toBe('Exported 5 versions of organisation demo-school to standard output.\n');
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(ids).toHaveLength(5);

  const imported = await runLine('import --organisation demo-school --name Demo --json -', variablesOf(other), stdout);
  expect(JSON.parse(imported.stdout).map(({ file, id }: { file: string; id: string }) => [file, id])).toEqual(
    ids.map((id, line) => [line === 0 ? 'standard input' : `standard input, line ${line + 1}`, id]),
  );
  const file = join(folder, 'all.jsonl');
  await run(other, `export --organisation demo-school --to ${file}`);
  expect(await readFile(file, 'utf8')).toBe(stdout);
  await run(other, `export --organisation demo-school --timetable upper-2026-v1 --to ${join(folder, 'upper.json')}`);
  expect(stdout.split('\n')).toContain((await readFile(join(folder, 'upper.json'), 'utf8')).trimEnd());
});

// The URL of a server alone takes a search_path.
test('withheld versions, and one that PostgreSQL cannot read, are named with their problems; the rest is exported', {
  tags: 'server',
}, async () => {
  const { database } = one;
  await loadSchool(
    database,
    'school',
    ['good', 'broken', 'unreadable'].map((id) => publishedTimetable(id)),
  );
  await database.updateTable('lesson_unit').set({ day_id: 'nowhere' }).where('version_id', '=', 'broken').execute();
  await sql
    .raw(`
    create schema if not exists views;
    create or replace view views.lesson as select version_id, local_id,
      case when version_id = 'unreadable' then 1 / (position - position) else position end as position,
      distribution_group_id from public.lesson`)
    .execute(database);
  const url = new URL(one.connectionString);
  url.searchParams.set('options', '-c search_path=views,public');
  const out = join(folder, 'exported');
  const viaViews = { ...variablesOf(one), DATABASE_URL: url.href };
  const { code, stdout, stderr } = await runHere(`export --organisation school --to ${out} --json`, viaViews);
  await sql.raw('drop schema views cascade').execute(database);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: 2 versions withheld, and so not exported\n' });
  expect(JSON.parse(stdout)).toMatchObject({
    exported: ['good'],
    withheld: expect.arrayContaining([
      expect.objectContaining({
        versionId: 'broken',
        problems: expect.arrayContaining([expect.objectContaining({ path: '$.lessonUnits[0].dayId' })]),
      }),
      expect.objectContaining({
        versionId: 'unreadable',
        problems: [expect.objectContaining({ message: expect.stringContaining('division by zero') })],
      }),
    ]),
  });
  expect([...readFiles(out).keys()]).toEqual(['good.json']);
});

test('a line that is not a document does not stop the import of the lines after it', async () => {
  const line = (id: string) => JSON.stringify(smallTimetable({ id }));
  await writeFile(join(folder, 'lines.jsonl'), `${line('a')}\n{"a":\n\n${line('b')}\n`);
  const { code, stdout } = await run(
    other,
    `import --organisation school --name School ${join(folder, 'lines.jsonl')}`,
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /lines\.jsonl: imported .*\n.*lines\.jsonl, line 2: not imported, it is not JSON.*\n.*lines\.jsonl, line 4: imported/,
  );
});

test.each([
  ['nobody', '--to -', 'there is no organisation nobody'],
  ['school', '--timetable nothing --to -', 'organisation school has no timetable version nothing'],
  ['school', '--json --to -', '--json and `--to -` both write to standard output'],
  ['school', '--to /dev/null/x', '/dev/null/x cannot be written: ENOTDIR'],
])('export of %s with %s fails: %s', async (organisation, options, sentence) => {
  await loadSchool(one.database, 'school', [publishedTimetable('v1')]);
  const { code, stdout, stderr } = await run(one, `export --organisation ${organisation} ${options}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`error: ${sentence}`);
});
