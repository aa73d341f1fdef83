import { statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { paths } from '../../src/snapshot/paths.ts';
import {
  buildSchool,
  everything,
  gzipAccepts,
  listedIds,
  loadSchool,
  publisherOf,
  readData,
  readFiles,
  readPointer,
  validate,
} from '../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', [smallTimetable(), publishedTimetable('version-2')]);
});

const run = (statement: string) => sql.raw(statement).execute(open.database);

/** A folder with the published school, and a function that builds it again. */
async function published() {
  const folder = await temporaryFolder();
  const publisher = publisherOf(folder);
  const first = await buildSchool(publisher, open.database, 'school');
  return { folder, first, rebuild: (scope = everything) => buildSchool(publisher, open.database, 'school', scope) };
}

/** Each file with its inode and time, which change when it is written again. */
const stamps = (folder: string) =>
  [...readFiles(folder, 'organisations/**').keys()].map((name) => {
    const { ino, mtimeMs } = statSync(join(folder, name));
    return `${name} ${ino} ${mtimeMs}`;
  });

const problemsOf = (folder: string) => {
  const text = readFiles(folder, paths.problems(org('school'))).get(paths.problems(org('school')));
  const validation = validate('problems', JSON.parse(text ?? 'null'));
  if (!validation.valid) throw new Error(JSON.stringify(validation.problems));
  return validation.value.withheld;
};

const breakVersion2 = () =>
  run(`update lesson_unit set teacher_ids = '{tch_9}' where version_id = 'version-2' and local_id = 'lu_1'`);
const repairVersion2 = () => run(`update lesson_unit set teacher_ids = '{tch_1}' where version_id = 'version-2'`);

describe('a build', () => {
  test('writes nothing when nothing changed', async () => {
    const { folder, first, rebuild } = await published();
    expect(first.generation).toBe(1);
    expect(first.written.sort()).toEqual(['timetables', 'version-1', 'version-2']);
    const before = stamps(folder);
    expect(await rebuild()).toMatchObject({ generation: 1, written: [], dropped: [], withheld: [] });
    expect(await rebuild({ versions: 'all', repair: true })).toMatchObject({ generation: 1, written: [] });
    expect(stamps(folder)).toEqual(before);
  });

  test('of one changed version writes that version and the list, and leaves the other file alone', async () => {
    const { folder, rebuild } = await published();
    const untouched = readPointer(folder, 'school').timetables['version-1'];
    const place = join(folder, paths.file(org('school'), 'version-1', untouched?.hash ?? '', 'identity'));
    const before = statSync(place);
    await run(`update timetable_version set version_name = 'B' where id = 'version-2'`);
    const built = await rebuild();
    expect(built).toMatchObject({ generation: 2, dropped: [] });
    expect(built.written.sort()).toEqual(['timetables', 'version-2']);
    expect(readPointer(folder, 'school').timetables['version-1']).toEqual(untouched);
    expect([statSync(place).ino, statSync(place).mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(readData(folder, 'school', 'version-2')[0]).toMatchObject({ versionName: 'B' });
  });

  test('of a change that the list does not show writes only that version', async () => {
    const { rebuild } = await published();
    await run(`update timetable_version set description = 'More' where id = 'version-2'`);
    expect((await rebuild()).written).toEqual(['version-2']);
  });

  test('of an entity’s new name writes every version that uses it', async () => {
    const { folder, rebuild } = await published();
    await run(`update teacher set name = 'Grace'`);
    expect((await rebuild()).written.sort()).toEqual(['version-1', 'version-2']);
    expect(readData(folder, 'school', 'version-1')[0]?.teachers).toMatchObject([{ name: 'Grace' }]);
  });

  test('drops a version that was deleted', async () => {
    const { folder, rebuild } = await published();
    await run(`delete from timetable_version where id = 'version-2'`);
    expect(await rebuild()).toMatchObject({ generation: 2, dropped: ['version-2'], written: ['timetables'] });
    expect(Object.keys(readPointer(folder, 'school').timetables)).toEqual(['version-1']);
    expect(listedIds(folder, 'school')).toEqual(['version-1']);
  });

  test('does not publish an autosave', async () => {
    const { folder, rebuild } = await published();
    const autosave = smallTimetable({ id: 'autosave' });
    await importTimetable(open.database, validate, 'school', autosave, { isAutosave: true });
    expect(await rebuild()).toMatchObject({ generation: 1, written: [] });
    expect([...readFiles(folder).keys()].filter((name) => name.includes('autosave'))).toEqual([]);
  });

  test('publishes an organisation without timetables as an empty list', async () => {
    await loadSchool(open.database, 'new', []);
    const folder = await temporaryFolder();
    expect(await buildSchool(publisherOf(folder), open.database, 'new')).toMatchObject({ generation: 1 });
    expect(readData(folder, 'new', 'timetables')[0]).toEqual({ orgId: 'new', count: 0, timetables: [] });
  });

  test.each(['__proto__', 'constructor', 'timetables', 'toString'])(
    'publishes a version whose id is %s',
    async (id) => {
      await loadSchool(open.database, 'odd', [publishedTimetable(id, { groupId: 'odd' })]);
      const folder = await temporaryFolder();
      await buildSchool(publisherOf(folder), open.database, 'odd');
      await buildSchool(publisherOf(folder), open.database, 'odd');
      const pointer = readPointer(folder, 'odd');
      expect([pointer.generation, Object.keys(pointer.timetables), listedIds(folder, 'odd')]).toEqual([1, [id], [id]]);
    },
  );
});

describe('a version that breaks the contract is withheld', () => {
  test('its last valid file and list entry stay, and the others are published', async () => {
    const { folder, rebuild } = await published();
    const good = readData(folder, 'school', 'version-2');
    await breakVersion2();
    await run(`update timetable set name = 'Renamed'`);
    const built = await rebuild();
    expect(built.written.sort()).toEqual(['timetables', 'version-1']);
    expect(built.withheld).toMatchObject([{ versionId: 'version-2', lastGoodIsServed: true }]);
    expect(readData(folder, 'school', 'version-2')).toEqual(good);
    const names = readData<{ timetables: unknown[] }>(folder, 'school', 'timetables')[0]?.timetables;
    expect(names).toMatchObject([
      { id: 'version-2', name: 'Autumn' },
      { id: 'version-1', name: 'Renamed' },
    ]);
  });

  test('its schema problems are in problems.json with path and row, then its broken references, until it is repaired', async () => {
    const { folder, rebuild } = await published();
    await breakVersion2();
    await run(
      `update class set name = '', color = 'x'; update version_class set bell_schedule_id = 'day' where local_id = 'cls_2' and version_id = 'version-2'`,
    );
    await rebuild();
    const row = (of: string) => `${of} of timetable_version version-2`;
    const where = () =>
      problemsOf(folder).flatMap(({ versionId, problems }) =>
        problems.map((problem) => [versionId, problem.path, problem.row]),
      );
    const form = ['version-2', '$.classes[1].bellScheduleId', row('version_class cls_2')];
    const reference = ['version-2', '$.lessonUnits[0].teacherIds[0]', row('lesson_unit lu_1')];
    expect(where()).toContainEqual(form);
    expect(where()).not.toContainEqual(reference);
    await run(`update version_class set bell_schedule_id = 'bs_other' where local_id = 'cls_2'`);
    await rebuild();
    expect(where()).toEqual([reference]);
    await repairVersion2();
    expect((await rebuild()).withheld).toEqual([]);
    expect(problemsOf(folder)).toEqual([]);
  });

  test('it is not listed until it is valid for the first time', async () => {
    await breakVersion2();
    const { folder, first } = await published();
    expect(first.withheld).toMatchObject([{ versionId: 'version-2', lastGoodIsServed: false }]);
    expect(listedIds(folder, 'school')).toEqual(['version-1']);
    expect(Object.keys(readPointer(folder, 'school').timetables)).toEqual(['version-1']);
  });

  test('it stays withheld when a build is of another version only', async () => {
    const { folder, rebuild } = await published();
    await breakVersion2();
    await rebuild();
    const before = problemsOf(folder);
    expect((await rebuild({ versions: new Set(['version-1']), repair: false })).withheld).toEqual(before);
    expect(problemsOf(folder)).toEqual(before);
  });
});

describe('the published files', () => {
  test('can all be decompressed by gzip and brotli', async () => {
    const { folder } = await published();
    const gzips = [...readFiles(folder, 'organisations/**/*.gz').keys()];
    const brotlis = [...readFiles(folder, 'organisations/**/*.br').entries()];
    expect([gzips.length, brotlis.length]).toEqual([4, 4]); // two versions, and the list with and without the draft
    for (const name of gzips) expect([name, gzipAccepts(join(folder, name))]).toEqual([name, true]);
    for (const [, bytes] of brotlis) expect(() => brotliDecompressSync(Buffer.from(bytes, 'latin1'))).not.toThrow();
  });

  test('are named by a pointer that satisfies its schema and gives their sizes', async () => {
    const { folder } = await published();
    const pointer = readPointer(folder, 'school');
    expect(validate('pointer', pointer).valid).toBe(true);
    for (const [name, file] of [['timetables', pointer.list] as const, ...Object.entries(pointer.timetables)])
      for (const encoding of ['identity', 'gzip', 'br'] as const) {
        const { size } = statSync(join(folder, paths.file(org('school'), name, file.hash, encoding)));
        expect(size).toBe(file[encoding].bytes);
      }
  });

  test('of earlier generations stay, and the history names them', async () => {
    const { folder, rebuild } = await published();
    const pointers = [readPointer(folder, 'school')];
    for (const name of ['A', 'B', 'C']) {
      await run(`update timetable_version set version_name = '${name}' where id = 'version-1'`);
      await rebuild();
      pointers.push(readPointer(folder, 'school'));
    }
    expect(pointers.map(({ generation }) => generation)).toEqual([1, 2, 3, 4]);
    const history = readFiles(folder, `${paths.history(org('school'))}*`);
    expect([...history.values()].map((text) => JSON.parse(text))).toEqual(pointers.slice(0, 3));
    const files = readFiles(folder, `${paths.files(org('school'))}version-1.*.json`);
    for (const { timetables } of pointers)
      expect(files.has(paths.file(org('school'), 'version-1', timetables['version-1']?.hash ?? '', 'identity'))).toBe(
        true,
      );
  });

  test.each([
    ['deleted', (file: string) => unlinkSync(file)],
    ['truncated', (file: string) => truncateSync(file, 100)],
    ['altered', (file: string) => writeFileSync(file, 'x'.repeat(statSync(file).size))],
  ])('that were %s are repaired by a full build', async (_, damage) => {
    const { folder, rebuild } = await published();
    const before = readFiles(folder, 'organisations/**');
    for (const name of readFiles(folder, `${paths.files(org('school'))}*.json*`).keys()) {
      damage(join(folder, name));
      const { generation, written } = await rebuild({ versions: 'all', repair: true });
      expect([generation, written.length]).toEqual([1, 1]);
      expect(readFiles(folder, 'organisations/**')).toEqual(before);
    }
  });
});
