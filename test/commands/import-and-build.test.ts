import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { listedIds, readData } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

// Each command is a process, and starting one takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

/** A folder with files to import and a published form beside them. */
async function workplace(files: Record<string, string>) {
  await open.database.deleteFrom('organisation').execute();
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const out = join(folder, 'out');
  const place = (name: string) => join(folder, name);
  return { out, place, run: (line: string) => runLine(line, commandEnvironment(open, out)) };
}

test('a document and a whole response are imported, built and published as they were', async () => {
  const [draft, published] = [smallTimetable(), publishedTimetable('version-2')];
  const response = { success: true, data: published, timestamp: '2026-09-01T00:00:00.000Z' };
  const { out, place, run } = await workplace({
    'draft.json': JSON.stringify(draft),
    'response.json': JSON.stringify(response),
  });
  const files = `${place('draft.json')} ${place('response.json')}`;
  const first = await run(`import --organisation school --name School ${files}`);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('draft.json: loaded Autumn, version 1 (version-1), 2 lessons, 2 units');
  const again = await run(`import --organisation school --json ${files}`);
  expect(JSON.parse(again.stdout)).toMatchObject([{ outcome: 'unchanged' }, { id: 'version-2', name: 'Autumn' }]);

  expect(await run('build')).toMatchObject({ code: 0 });
  expect(listedIds(out, 'school')).toEqual(['version-2', 'version-1']);
  expect(readData(out, 'school', 'version-1')).toEqual([draft, draft, draft]);
  expect(readData(out, 'school', 'version-2')).toEqual([published, published, published]);
  expect(await run('check')).toMatchObject({ code: 0 });
  expect((await run('build')).stdout).toMatch(/Nothing/);
});

test('what cannot be loaded is named with its reason, the others are loaded, and the exit code is 1', async () => {
  const { place, run } = await workplace({
    'torn.json': '{"id": "x',
    'wrong.json': JSON.stringify({ ...smallTimetable(), isCurrent: 'yes', teachers: 'none' }),
    'dangling.json': JSON.stringify(smallTimetable({ teachers: [] })),
    'list.json': '[]',
    'good.json': JSON.stringify(publishedTimetable('version-2')),
  });
  const names = ['torn.json', 'wrong.json', 'dangling.json', 'list.json', 'missing.json', 'good.json'];
  const { code, stdout, stderr } = await run(
    `import --organisation school --name School ${names.map(place).join(' ')}`,
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/torn\.json: nothing loaded, it is not JSON: /);
  expect(stdout).toMatch(/wrong\.json: nothing loaded, 2 problems\n +\$\.\w+ .*\n +\$\.\w+ /);
  expect(stdout).toMatch(
    /dangling\.json: nothing loaded, \d+ problems\n +\$\.classes\[0\]\.classTeacherId +tch_1 is not listed/,
  );
  expect(stdout).toMatch(/list\.json: nothing loaded, 1 problem/);
  expect(stdout).toMatch(/missing\.json: nothing loaded, it cannot be read: ENOENT/);
  expect(stdout).toMatch(/good\.json: loaded Autumn/);
  const { rows } = await sql<{ id: string }>`select id from timetable_version`.execute(open.database);
  expect(rows).toEqual([{ id: 'version-2' }]);
});

test('a build that withholds a version says which, where and why, exits with 1, and publishes the rest', async () => {
  const { out, place, run } = await workplace({
    'draft.json': JSON.stringify(smallTimetable()),
    'published.json': JSON.stringify(publishedTimetable('version-2')),
  });
  await run(`import --organisation school --name School ${place('draft.json')} ${place('published.json')}`);
  await sql`update lesson_unit set day_id = 'sunday' where version_id = 'version-2' and local_id = 'lu_1'`.execute(
    open.database,
  );
  const { code, stdout } = await run('build');
  expect(code).toBe(1);
  expect(stdout).toContain('school: version version-2 is withheld, it was never good');
  expect(stdout).toMatch(/\$\.lessonUnits\[0\]\.dayId .* \[lesson_unit lu_1 of timetable_version version-2\]/);
  expect(listedIds(out, 'school')).toEqual(['version-1']);
  expect(await run('build --timetable version-1')).toMatchObject({ code: 1 });
  await sql`update lesson_unit set day_id = 'monday' where local_id = 'lu_1'`.execute(open.database);
  expect(await run('build')).toMatchObject({ code: 0 });
  expect(listedIds(out, 'school')).toEqual(['version-2', 'version-1']);
});

test('a damaged published form fails the check with exit code 1, and a full build mends it', async () => {
  const { out, place, run } = await workplace({ 'draft.json': JSON.stringify(smallTimetable()) });
  await run(`import --organisation school --name School ${place('draft.json')}`);
  await run('build');
  await writeFile(join(out, 'organisations/school/access.json'), '{}');
  const damaged = await run('check');
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toMatch(/access\.json .*\n[\s\S]*npm run build -- --full/);
  expect(await run('build --full')).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject({ code: 0 });
});
