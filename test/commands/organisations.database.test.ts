// `organisations rename` and `delete`: delete lists first what it would remove, and leaves nothing behind.

import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ensureRelationsRecorded } from '../../src/database/views/source-relations.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { buildSchool, loadSchool, publisherOf, readFiles } from '../support/published-school.ts';
import { type CommandEnvironment, commandEnvironment, runLine, startCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
let out: string;
let variables: CommandEnvironment;

const others = ['north', 'east', 'south', 'west'];

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await open.database.deleteFrom('held_removal').execute();
  await open.database.deleteFrom('pending_change').execute();
  out = join(await temporaryFolder(), 'out');
  await bindTestStore(open, out);
  variables = commandEnvironment(open, out);
  for (const id of ['school', ...others]) {
    await loadSchool(open.database, id, [publishedTimetable(`${id}-v1`, { groupId: id })]);
    await buildSchool(publisherOf(out), open.database, id);
  }
});

const run = (line: string) => runHere(line, variables);

/** The status of List Timetables from a running server. */
async function serve() {
  const { key } = JSON.parse((await run('keys create --organisation school --name x --json')).stdout);
  const server = startCommand('serve', [], variables);
  const [, url] = /Serving on (\S+),/.exec(await server.printed('Ctrl-C')) ?? [];
  return async () => (await fetch(`${url}/api/v1/timetables`, { headers: { authorization: `Bearer ${key}` } })).status;
}

/** The files and rows that mention the school; the words of the site are everybody's. */
const filesOfSchool = () =>
  [...readFiles(out)].filter(
    ([path, text]) => !path.startsWith('site/') && (/school/.test(path) || text.includes('"school"')),
  );
const rowsOfSchool = async () =>
  Object.entries(await dumpTables(open.database)).filter(([, rows]) => JSON.stringify(rows).includes('"school"'));

test('rename changes the name and nothing else', async () => {
  const files = readFiles(out);
  const line = ['organisations', 'rename', 'school', '--name', 'New School'];
  const { code, stdout } = await runHere(line, variables);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'Organisation school is called New School, no longer school.\n',
  });
  expect((await run('organisations list')).stdout).toMatch(/^school +New School +active +on$/m);
  expect(readFiles(out)).toEqual(files);
});

test('without --confirm, delete prints what it would remove and deletes nothing', async () => {
  await ensureRelationsRecorded(open.database); // as the first command does
  const before = await dumpTables(open.database);
  for (const [confirm, typed] of [
    ['', ''],
    [' --confirm schoool', '--confirm says schoool; '],
  ]) {
    expect(await run(`organisations delete school${confirm}`)).toEqual({
      code: 2,
      stdout: expect.stringMatching(
        /^Organisation school, school:\n {2}1 timetable with 1 version\n {2}0 keys, 0 of them active\n {2}\d+ published files, \d+ kB/,
      ),
      stderr: `error: nothing was deleted: ${typed}to delete it, run \`npm run organisations -- delete school --confirm school\`\n`,
    });
  }
  expect(await dumpTables(open.database)).toEqual(before);
});

test('a deleted organisation is refused by a running server, and leaves no file and no row', async () => {
  const status = await serve();
  expect(await status()).toBe(200);
  const { code, stdout, stderr } = await runLine('organisations delete school --confirm school', variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`Nothing of it is left in ${out}.`);
  expect(await status()).toBe(401);
  expect(filesOfSchool()).toEqual([]);
  expect(await rowsOfSchool()).toEqual([]);
  expect(await run('check --against-database')).toMatchObject({ code: 0 });
  expect(await run('organisations delete school --confirm school')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no organisation school'),
  });
});

test('among many deletions, its files are held until they are approved, and its keys are refused at once', async () => {
  const status = await serve();
  await open.database.deleteFrom('organisation').where('id', 'in', others).execute();
  const held = await run('organisations delete school --confirm school --json');
  expect(held).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('delete school --confirm school --remove` removes them'),
  });
  expect(JSON.parse(held.stdout)).toMatchObject({ id: 'school', versions: 1, outcome: 'held' });
  expect(await status()).toBe(401);
  expect(filesOfSchool()).not.toEqual([]);

  expect(await run('organisations delete school --confirm school --remove')).toMatchObject({ code: 0 });
  expect(filesOfSchool()).toEqual([]);
  expect(await rowsOfSchool()).toEqual([]);
  expect((await run('organisations list')).stdout).not.toContain('school');
  expect([...readFiles(out).keys()].filter((path) => path.startsWith('organisations/north/'))).not.toEqual([]);
});

test('delete completes a deletion that was interrupted after the database', async () => {
  await open.database.deleteFrom('organisation').where('id', '=', 'school').execute();
  const { code, stdout } = await run('organisations delete school --confirm school');
  expect(code).toBe(0);
  expect(stdout).toContain('Organisation school, which the database no longer has:');
  expect(filesOfSchool()).toEqual([]);
  expect(await rowsOfSchool()).toEqual([]);
});
