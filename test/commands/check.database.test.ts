// `check` of a store that is intact in each file and nevertheless wrong: emptied, half restored, put back from a backup.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { revokeKey } from '../support/belfry.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { type CommandEnvironment, commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

let open: OpenDatabase;
let intact: string;
let out: string;
let key: { id: string; key: string };
beforeAll(async () => {
  open = await openTestDatabase();
  await createSchools(open.database, ['north', 'south']);
  intact = join(await temporaryFolder(whenFileEnds), 'out');
  await bindTestStore(open, intact);
  await runBuild(publisherInto(intact), open.database, 'everything');
  key = await newKeyOf(open.database, publisherInto(intact), 'north');
});
afterAll(() => open.close());
beforeEach(async () => {
  out = join(await temporaryFolder(), 'out');
  cpSync(intact, out, { recursive: true });
});

const withDatabase = (): CommandEnvironment => commandEnvironment(open, out);
const withoutDatabase = (): CommandEnvironment => ({
  ...withDatabase(),
  DATABASE_URL: undefined,
  BELFRY_DATA: join(out, 'none'),
});

test('an intact store is fine, and what was not compared is said', async () => {
  const compared = await runHere('check', withDatabase());
  expect(compared).toMatchObject({ code: 0, stderr: '' });
  expect(compared.stdout).toMatch(/2 organisations as last published from the database/);
  const alone = await runHere('check', withoutDatabase());
  expect(alone).toMatchObject({ code: 0, stderr: '' });
  expect(alone.stdout).toMatch(/It was not compared with the database \(DATABASE_URL is unset\).*run `npm run check`/);
  const unreachable = await runHere('check', { ...withDatabase(), DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  expect(unreachable).toMatchObject({ code: 0, stderr: '' });
  expect(unreachable.stdout).toMatch(/not compared with the database \(cannot reach PostgreSQL at 127\.0\.0\.1:1\/x/);
});

test.each<[string, () => void, RegExp]>([
  ['a store that was emptied', () => rmSync(out, { recursive: true }), /store\.json {2}is missing.*npm run bind/],
  [
    'a store without organisations',
    () => {
      rmSync(join(out, 'organisations'), { recursive: true });
      rmSync(join(out, 'records'), { recursive: true });
    },
    /nothing is published in .*npm run build -- --full/,
  ],
  [
    'a store without folders of organisations',
    () => rmSync(join(out, 'organisations'), { recursive: true }),
    /organisations\/ {2}is missing, though there are records/,
  ],
  ['a store without its record', () => rmSync(join(out, 'store.json')), /store\.json {2}is missing/],
  [
    'a store without its site',
    () => rmSync(join(out, 'site'), { recursive: true }),
    /site\/index\.html {2}is missing: `npm run build`/,
  ],
  [
    'keys of release 0.1',
    () => {
      mkdirSync(join(out, 'keys/ab'), { recursive: true });
      writeFileSync(join(out, `keys/ab/${'ab'.repeat(32)}.json`), '{}');
    },
    /keys\/ {2}has the keys of release 0\.1[\s\S]*npm run build -- --full/,
  ],
  [
    'a record of release 0.1',
    () => writeFileSync(join(out, 'organisations/north/current.json'), '{}'),
    /current\.json {2}is a record of release 0\.1[\s\S]*npm run build -- --full/,
  ],
])('%s is a finding with exit 1, with and without the database', async (_, damage, said) => {
  damage();
  for (const environment of [withoutDatabase(), withDatabase()]) {
    const { code, stdout, stderr } = await runHere('check', environment);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('the check failed') });
    expect(stdout).toMatch(said);
  }
});

test('a backup of the store, in which a revoked key is valid, is a finding where the database is reachable', async () => {
  const backup = join(await temporaryFolder(), 'backup');
  cpSync(intact, backup, { recursive: true });
  await revokeKey(open.database, publisherInto(intact), key.id);
  cpSync(backup, intact, { recursive: true });
  for (const line of ['check', 'check --against-database']) {
    const { code, stdout } = await runHere(line, commandEnvironment(open, intact));
    expect(code).toBe(1);
    expect(stdout).toMatch(/1 organisation \(north\) is missing in the store, or older there .*`npm run build`/);
  }
  const { of } = JSON.parse((await runHere('doctor --json', commandEnvironment(open, intact))).stdout).diagnoses.reduce(
    (found: { of: Record<string, unknown> }, each: { check: string }) => ({ of: { ...found.of, [each.check]: each } }),
    { of: {} },
  );
  expect(of.freshness).toMatchObject({ outcome: 'wrong', found: expect.stringContaining('(north)') });
  const built = await runHere('build', commandEnvironment(open, intact));
  expect(built.stdout).toMatch(/1 organisation \(north\) is missing.*: published anew/);
  expect(built.code).toBe(0);
  expect((await runHere('check --against-database', commandEnvironment(open, intact))).code).toBe(0);
});

test('a database that was restored to an earlier state is a finding of check and of build, until a full build', async () => {
  await open.database.updateTable('publish_lease').set({ fence: '3' }).where('organisation_id', '=', 'south').execute();
  const environment = commandEnvironment(open, intact);
  for (const line of ['check', 'build']) {
    const { code, stdout, stderr } = await runHere(line, environment);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(
      /1 organisation \(south\) was published by a transaction that the database does not know/,
    );
  }
  expect((await runHere('build --full', environment)).code).toBe(0);
  expect((await runHere('check', environment)).code).toBe(0);
});
