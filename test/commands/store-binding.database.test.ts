// Commands with the settings of the wrong store or the wrong database stop before they write anything.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { readFiles } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

let open: OpenDatabase;
let out: string;
let elsewhere: string;
let key: { id: string; key: string };
beforeAll(async () => {
  open = await openTestDatabase();
  await createSchools(open.database, ['north', 'south']);
  out = join(await temporaryFolder(whenFileEnds), 'out');
  await bindTestStore(open, out);
  await runBuild(publisherInto(out), open.database, 'everything');
  key = await newKeyOf(open.database, publisherInto(out), 'north');
});
afterAll(() => open.close());
beforeEach(async () => {
  elsewhere = join(await temporaryFolder(), 'out');
});

/** These would run for ever if they were not refused. */
const isServer = (line: string) => ['watch', 'start'].includes(line);

describe('with a store to which the database is not bound, nothing is published, and nothing in the database changes', () => {
  test.each([
    'keys revoke KEY',
    'keys create --organisation north --name x',
    'organisations set north --access suspended',
    'organisations create west --name West',
    'import --organisation north x.json',
    'build --full',
    'rollback --organisation north --to 1',
    'watch',
    'start',
    'status',
  ])('%s', async (line) => {
    const before = await dumpTables(open.database);
    const environment = commandEnvironment(open, elsewhere);
    const { code, stderr } = await (isServer(line) ? runLine : runHere)(line.replace('KEY', key.id), environment);
    expect(code).toBe(2);
    expect(stderr).toContain(`publishes to ${out}`);
    expect(stderr).toMatch(new RegExp(`store +${elsewhere} is empty`));
    expect(stderr).toContain('npm run bind');
    expect(await dumpTables(open.database)).toEqual(before);
    expect(existsSync(elsewhere)).toBe(false);
  });
});

test('`build --full` with DATABASE_URL unset removes nothing and creates no database', async () => {
  const data = join(await temporaryFolder(), 'data');
  const before = readFiles(out);
  const environment = { ...commandEnvironment(open, out), DATABASE_URL: undefined, BELFRY_DATA: data };
  const { code, stderr } = await runHere('build --full', environment);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no database') });
  expect(existsSync(data)).toBe(false);

  // An empty embedded database is another database.
  await runHere('migrate', environment);
  const second = await runHere('build --full', environment);
  expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining('belongs to the database') });
  expect(readFiles(out)).toEqual(before);
});

test.each(['status', 'organisations list', 'keys list --organisation north'])(
  '`%s` creates no embedded database',
  async (line) => {
    const data = join(await temporaryFolder(), 'data');
    const environment = { ...commandEnvironment(open, out), DATABASE_URL: undefined, BELFRY_DATA: data };
    const { code, stderr } = await runHere(line, environment);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no database') });
    expect(existsSync(data)).toBe(false);
  },
);

test('a copy is published to only after `bind`', async () => {
  const copied = await runHere(`copy --from ${out} --to ${elsewhere}`, commandEnvironment(open, out));
  expect(copied).toMatchObject({ code: 0, stdout: expect.stringContaining(`BELFRY_OUT=${elsewhere} npm run bind`) });
  const there = commandEnvironment(open, elsewhere);
  expect(await runHere('build', there)).toMatchObject({ code: 2, stderr: expect.stringContaining('is a copy') });
  const bound = await runHere('bind --json', there);
  expect(bound.code).toBe(0);
  expect(JSON.parse(bound.stdout)).toMatchObject({ changed: true, store: elsewhere });
  const { rows } = await sql`select via, resource, action, old ->> 'store' as old, new ->> 'store' as new from audit
    where resource = 'store' order by id desc limit 1`.execute(open.database);
  expect(rows).toEqual([{ via: 'command', resource: 'store', action: 'bound', old: out, new: elsewhere }]);
  expect(await runHere('build', there)).toMatchObject({ code: 0 });
  expect(await runHere('build', commandEnvironment(open, out))).toMatchObject({ code: 2 });
});

test('a copy of a copy, and a copy out of a bucket, name no store that the database does not publish to', async () => {
  const second = join(await temporaryFolder(), 'a second');
  const environment = { ...commandEnvironment(open, out), BELFRY_BUCKET: 's3://timetables/live', AWS_REGION: 'x' };
  const variables = { ...environment, AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };
  await runHere(['copy', '--from', out, '--to', elsewhere], variables);
  const { code, stdout } = await runHere(['copy', '--from', elsewhere, '--to', second], variables);
  expect(code).toBe(0);
  expect(stdout).not.toContain(`publishes to ${elsewhere}`);
  expect(stdout).toContain(`publishes to the store that it is bound to, as before`);
  expect(stdout).toContain(`  BELFRY_BUCKET= BELFRY_OUT='${second}' npm run bind`);
});

test('a copy of an empty store is an error', async () => {
  const { code, stderr } = await runHere(`copy --from ${elsewhere} --to ${elsewhere}2`, commandEnvironment(open, out));
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^error: nothing is published in .*\n$/) });
});
