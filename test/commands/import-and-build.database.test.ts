import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools } from '../support/fault-schools.ts';
import { listedIds, readData } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();

/** A folder with files to import and a published output beside them. */
async function workplace(files: Record<string, string | Uint8Array>) {
  await open.database.deleteFrom('organisation').execute();
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const out = join(folder, 'out');
  await bindTestStore(open, out);
  const place = (name: string) => join(folder, name);
  return {
    out,
    place,
    variables: commandEnvironment(open, out),
    run: (line: string) => runHere(line, commandEnvironment(open, out)),
  };
}

test('a document and a whole response are imported, and published with the same content', async () => {
  const [draft, published] = [smallTimetable(), publishedTimetable('version-2')];
  const response = { success: true, data: published, timestamp: '2026-09-01T00:00:00.000Z' };
  const { out, place, variables } = await workplace({
    'draft.json': JSON.stringify(draft),
    'response.json': JSON.stringify(response),
  });
  const run = (line: string) => runLine(line, variables);
  const files = `${place('draft.json')} ${place('response.json')}`;
  const first = await run(`import --organisation school --name School ${files}`);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('draft.json: imported Autumn, version 1 (version-1), 2 lessons, 2 units');
  const again = await run(`import --organisation school --json ${files}`);
  expect(JSON.parse(again.stdout)).toMatchObject([{ outcome: 'unchanged' }, { id: 'version-2', name: 'Autumn' }]);

  expect(await run('build')).toMatchObject({ code: 0 });
  expect(listedIds(out, 'school')).toEqual(['version-2', 'version-1']);
  expect(readData(out, 'school', 'version-1')).toEqual([draft, draft, draft]);
  expect(readData(out, 'school', 'version-2')).toEqual([published, published, published]);
  expect(await run('check')).toMatchObject({ code: 0 });
  expect((await run('build')).stdout).toMatch(/Nothing/);
});

test('each file that cannot be imported is named with its reason, the others are imported, and the exit code is 1', async () => {
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
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: 5 of 6 documents were not imported\n' });
  expect(stdout).toMatch(/torn\.json: not imported, it is not JSON: /);
  expect(stdout).toMatch(/wrong\.json: not imported, 2 problems\n +\$\.\w+ .*\n +\$\.\w+ /);
  expect(stdout).toMatch(
    /dangling\.json: not imported, \d+ problems\n +\$\.classes\[0\]\.classTeacherId +tch_1 is not listed/,
  );
  expect(stdout).toMatch(/list\.json: not imported, 1 problem/);
  expect(stdout).toMatch(/missing\.json: not imported, it cannot be read: ENOENT/);
  expect(stdout).toMatch(/good\.json: imported Autumn/);
  const { rows } = await sql<{ id: string }>`select id from timetable_version`.execute(open.database);
  expect(rows).toEqual([{ id: 'version-2' }]);
});

test('one file may hold several documents, and each that is not imported is counted', async () => {
  const documents = ['version-1', 'version-2', 'version-3'].map((id) => publishedTimetable(id));
  const lines = documents.map((each, index) => JSON.stringify(index === 1 ? { ...each, isCurrent: 'yes' } : each));
  const { place, run } = await workplace({ 'all.json': lines.join('\n') });
  const { code, stdout, stderr } = await run(`import --organisation school --name School ${place('all.json')}`);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: 1 of 3 documents was not imported\n' });
  expect(stdout).toMatch(/all\.json: imported .*\n.*all\.json, line 2: not imported, 1 problem\n/);
});

test('a file that is too large, too deep or not UTF-8 is refused with its reason, and those after it are imported', async () => {
  const small = publishedTimetable('version-2');
  const deep = `${`{"a":`.repeat(5000)}1${'}'.repeat(5000)}`;
  const withExtra = (json: string) =>
    JSON.stringify({ ...small, bellSchedule: { ...small.bellSchedule, extra: '@' } }).replace('"@"', json);
  const latin = Buffer.from(JSON.stringify({ ...small, description: '\ufffd Schäfer' }));
  const umlaut = latin.indexOf('ä');
  const { place, run } = await workplace({
    'deep.json': withExtra(deep),
    'proto.json': withExtra('{"__proto__":{"polluted":true}}'),
    'latin.json': Buffer.concat([latin.subarray(0, umlaut), Buffer.of(0xe4), latin.subarray(umlaut + 2)]),
    'long.json': JSON.stringify({
      ...small,
      teachers: small.teachers.map((each) => ({ ...each, name: 'x'.repeat(5000) })),
    }),
    'large.json': Buffer.alloc(64 * 1024 * 1024 + 1, ' '),
    'mark.json': `\ufeff${JSON.stringify(small)}`,
  });
  const names = ['deep.json', 'proto.json', 'latin.json', 'long.json', 'large.json', 'mark.json'];
  const { code, stdout, stderr } = await run(
    `import --organisation school --name School ${names.map(place).join(' ')}`,
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: 5 of 6 documents were not imported\n' });
  const reportOn = (name: string) => stdout.slice(stdout.indexOf(`${name}: `)).split(/\n(?=\/)/)[0];
  expect(reportOn('deep.json')).toMatch(/\$\.bellSchedule\.extra\.a\.a.* is nested more than 60 levels deep$/);
  expect(reportOn('proto.json')).toMatch(/\$\.bellSchedule\.extra {2}has a field named __proto__$/);
  expect(reportOn('latin.json')).toBe(
    `latin.json: not imported, it is not UTF-8: byte ${umlaut} (0xe4) does not start a character; save it as UTF-8`,
  );
  expect(reportOn('long.json')).toMatch(
    /a row of teacher breaks teacher_texts_within_4096_bytes: Failing row contains \(/,
  );
  expect(reportOn('large.json')).toBe('large.json: not imported, it has a document larger than the maximum of 64 MB');
  expect(reportOn('mark.json')).toMatch(/^mark\.json: imported Autumn/);
});

test('control characters in names and ids are printed escaped', async () => {
  const name = 'A\u001b[2J\u009b31m\u202e\nschool: forged';
  const bad = publishedTimetable('version-3', { name, groupId: 'group-3' });
  const { place, run } = await workplace({
    'named.json': JSON.stringify(publishedTimetable('version-2', { name })),
    'bad.json': JSON.stringify({ ...bad, lessonUnits: bad.lessonUnits.map((unit) => ({ ...unit, dayId: name })) }),
  });
  await run('organisations create school --name x');
  await sql`update organisation set name = ${name}`.execute(open.database);
  const lines = [
    `import --organisation school ${place('named.json')} ${place('bad.json')}`,
    `import --organisation school --json ${place('named.json')} ${place('bad.json')}`,
    'organisations list',
    'organisations list --json',
  ];
  for (const line of lines) {
    const { stdout, stderr } = await run(line);
    expect(stdout + stderr).toContain('A\\u001b[2J\\u009b31m\\u202e');
    expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}|\u202e|^school: forged/mu);
  }
});

test('a build that withholds a version says which, where and why, exits with 1, and publishes the rest', async () => {
  const { out, place, run } = await workplace({
    'draft.json': JSON.stringify(smallTimetable()),
    'published.json': JSON.stringify(publishedTimetable('version-2')),
  });
  await run(`import --organisation school --name School ${place('draft.json')}`);
  await run(`import --organisation school ${place('published.json')}`);
  await sql`update lesson_unit set day_id = 'sunday' where version_id = 'version-2' and local_id = 'lu_1'`.execute(
    open.database,
  );
  const { code, stdout } = await run('build');
  expect(code).toBe(1);
  expect(stdout).toContain('school: version version-2 is withheld, there is no valid version to serve');
  expect(stdout).toMatch(/\$\.lessonUnits\[0\]\.dayId .* \[lesson_unit lu_1 of timetable_version version-2\]/);
  expect(listedIds(out, 'school')).toEqual(['version-1']);
  expect(await run('build --timetable version-1')).toMatchObject({ code: 1 });
  await sql`update lesson_unit set day_id = 'monday' where local_id = 'lu_1'`.execute(open.database);
  expect(await run('build')).toMatchObject({ code: 0 });
  expect(listedIds(out, 'school')).toEqual(['version-2', 'version-1']);
});

test('a damaged published output fails the check with exit code 1, and a full build repairs it', async () => {
  const { out, place, run } = await workplace({ 'draft.json': JSON.stringify(smallTimetable()) });
  await run(`import --organisation school --name School ${place('draft.json')}`);
  await run('build');
  await writeFile(join(out, 'organisations/school/handle.json'), '{}');
  const damaged = await run('check');
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toMatch(/handle\.json .*\n[\s\S]*npm run build -- --full/);
  expect(await run('build --full')).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject({ code: 0 });
});

test('a build that fails for several organisations names each with its reason, publishes the rest, and status shows them', async () => {
  const { out, run } = await workplace({});
  await createSchools(open.database, ['north', 'south', 'west']);
  for (const id of ['north', 'south']) await mkdir(join(out, `organisations/${id}/problems.json`), { recursive: true });
  const { code, stdout, stderr } = await run('build --json');
  expect(code).toBe(3);
  const { failures } = JSON.parse(stdout);
  expect(failures).toMatchObject([
    { organisationId: 'north', work: 'documents', error: expect.stringContaining('EISDIR') },
    { organisationId: 'south', work: 'documents', error: expect.stringContaining('EISDIR') },
  ]);
  for (const id of ['north', 'south'])
    expect(stderr).toMatch(new RegExp(`^error: documents of organisation ${id} failed: .*EISDIR.*$`, 'm'));
  expect(listedIds(out, 'west')).toEqual(['west-v2', 'west-v1']);

  for (const id of ['north', 'south']) await rmdir(join(out, `organisations/${id}/problems.json`));
  const shown = JSON.parse((await run('status --all --json')).stdout).organisations;
  expect(shown).toMatchObject([
    { organisationId: 'north', retries: [{ kind: 'documents', error: expect.stringContaining('EISDIR') }] },
    { organisationId: 'south', retries: [{ kind: 'documents', error: expect.stringContaining('EISDIR') }] },
    { organisationId: 'west', retries: [] },
  ]);
  expect(await run('build')).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse((await run('status --all --json')).stdout).organisations).toMatchObject([
    { retries: [] },
    { retries: [] },
    { retries: [] },
  ]);
});

test('an import that loads nothing creates no organisation', async () => {
  const { place, run } = await workplace({ 'broken.json': '{}' });
  const organisations = async () => (await run('organisations list --json')).stdout;
  const before = await organisations();
  for (const file of ['broken.json', 'missing.json'])
    expect([file, (await run(`import --organisation new --name New ${place(file)}`)).code]).toEqual([file, 1]);
  expect(await organisations()).toBe(before);
});
