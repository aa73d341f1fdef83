// The way back after an upgrade, and forwards again, with PostgreSQL's own programs: the backup of each release is restored into an
// empty database in one transaction, as the guide for operators says, with the store as another release's database left it.
// @module-tag long
// @module-tag server

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/database/connect/open-database.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { dumpCatalogue } from '../../support/dump-catalogue.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { migrateTo } from '../../support/migrate-to.ts';
import { openGuide } from '../../support/open-guide.ts';
import { commandEnvironment } from '../../support/run-command.ts';
import { runHere } from '../../support/run-here.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useTestDatabase } from '../../support/test-database.ts';
import { whenFileEnds } from '../../support/when-file-ends.ts';

const hasPrograms = process.env['CI'] || spawnSync('pg_restore', ['-V']).status === 0;
const program = (name: string, ...args: string[]) => execFileSync(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });

/** The options of the guide's own line. */
const [, options = ''] =
  /^pg_restore (.*) --dbname=/m.exec(openGuide('scripts/deploy/operating.md').take('sh', 'pg_restore')) ?? [];

/** The last migration of each release, and of what comes after them. */
const releases = [
  ['0.1.0', '0002'],
  ['0.2.0', '0008'],
  ['today', ''],
] as const;
type Release = (typeof releases)[number][0];

/** Without parentheses, since PostgreSQL writes those of a restored AND in another way. */
const catalogueOf = async ({ database }: OpenDatabase) =>
  (await dumpCatalogue(database)).map((line) => line.replaceAll(/[()]/g, ''));

describe.skipIf(!hasPrograms)('restored', () => {
  const open = useTestDatabase();
  const opened: OpenDatabase[] = [];
  let [dumps, out] = ['', ''];
  const content: Partial<Record<Release, { rows: Record<string, string[]>; catalogue: string[] }>> = {};

  async function createDatabase(): Promise<OpenDatabase> {
    const url = new URL(open.connectionString);
    url.pathname += `_${opened.length}`;
    await sql.raw(`create database ${url.pathname.slice(1)} template template0`).execute(open.database);
    const created = await openDatabase({ url: url.href, folder: '' });
    opened.push(created);
    return created;
  }
  const dumpOf = (release: Release) => join(dumps, release);

  beforeAll(async () => {
    [dumps, out] = [await temporaryFolder(whenFileEnds), join(await temporaryFolder(whenFileEnds), 'out')];
    const source = await createDatabase();
    for (const [release, last] of releases) {
      if (release === 'today') await migrate(source.database);
      else await migrateTo(source.database, last);
      if (release === '0.1.0')
        await sql.raw(readFileSync(new URL('release-0.1.0.sql', import.meta.url), 'utf8')).execute(source.database);
      program('pg_dump', '--format=custom', `--file=${dumpOf(release)}`, source.connectionString);
      content[release] = { rows: await dumpTables(source.database), catalogue: await catalogueOf(source) };
    }
  });
  afterAll(async () => {
    for (const each of opened) {
      await each.close();
      const name = new URL(each.connectionString).pathname.slice(1);
      await sql.raw(`drop database if exists ${name} with (force)`).execute(open.database);
    }
  });

  // Each release comes after each other one, and before it.
  const order: Release[] = ['0.1.0', '0.2.0', 'today', '0.1.0', 'today', '0.2.0', '0.1.0'];
  test.each(order.map((release, index) => ({ after: order[index - 1] ?? 'nothing', release })))(
    '$release after $after: the same rows and keys, and everything works',
    async ({ release }) => {
      const restored = await createDatabase();
      program('pg_restore', ...options.split(' '), `--dbname=${restored.connectionString}`, dumpOf(release));
      expect(await dumpTables(restored.database)).toEqual(content[release]?.rows);
      expect(await catalogueOf(restored)).toEqual(content[release]?.catalogue);
      const run = (line: string) => runHere(line, commandEnvironment(restored, out));
      for (const line of ['migrate', 'bind --force', 'build --full', 'check', 'check --against-database']) {
        const { code, stderr } = await run(line);
        expect([line, code, stderr]).toEqual([line, 0, '']);
      }
      const [key] = JSON.parse((await run('keys list --organisation school --json')).stdout).keys;
      expect(key).toMatchObject({ id: expect.stringMatching(/^key_/), name: expect.any(String) });
    },
  );

  test('a restore over a newer database is found by `migrate`, which says what is wrong and what to do', async () => {
    const damaged = await createDatabase();
    program('pg_restore', ...options.split(' '), `--dbname=${damaged.connectionString}`, dumpOf('today'));
    // The former way of the guide, which goes on after errors.
    spawnSync('pg_restore', ['--clean', '--if-exists', `--dbname=${damaged.connectionString}`, dumpOf('0.1.0')]);
    const { code, stderr } = await runHere('migrate', commandEnvironment(damaged, out));
    expect(stderr).toMatch(/^error: the database is damaged: .*; restore a backup into an empty database, .*\n$/);
    expect(code).toBe(3);
  });

  test('a dump that ends in the middle leaves the new database empty', async () => {
    const restored = await createDatabase();
    const cut = `${dumpOf('today')}.cut`;
    execFileSync('bash', ['-c', `head -c 100000 ${dumpOf('today')} > ${cut}`]);
    const { status } = spawnSync('pg_restore', [...options.split(' '), `--dbname=${restored.connectionString}`, cut]);
    expect(status).not.toBe(0);
    expect(await dumpTables(restored.database)).toEqual({});
  });
});
