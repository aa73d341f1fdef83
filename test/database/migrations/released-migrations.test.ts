// Upgrades a dump of each earlier release and compares it with a new database. A release adds its dump here.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { dumpCatalogue } from '../../support/dump-catalogue.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { migrateTo } from '../../support/migrate-to.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Tables that were renamed since. */
const renamed: Record<string, string> = { publish_claim: 'publish_lease' };

// A released migration has already run on other databases, so a correction is a new migration.
test.each([
  ['0001-timetables', 'a14a4ca3963bda07b3f0b57c5a7d51c580d50477a4e911d7f3a7e2b53ce451f3'],
  ['0002-changes', 'd48b1e80c638982cc2e340dd21700484e5648c312ea30704d5b0eff4f37d2e06'],
  ['0003-borders', 'fac0954448d355291bd239fc9e812349c0a8773017b7871c7fc176059a818dea'],
  ['0004-bounds', '3c02c5a100439467f03ac31593ad3548c99a84fe063bc1a7762e6fc6f45c9114'],
  ['0005-store-binding', 'b238ab498927fb666f04dfbc2376bb9e44e9f185504f2d59118fd0ef21ffb3df'],
  ['0006-change-queue', 'ead2777451488faeaa753750eaa2ab6748fdab005f2dca3faa5c4004227dba21'],
  ['0007-handles', 'bdde48e5b9d74f2144315784b4f9beca7a75641bc9c019e5fcf063a7c10977bf'],
  ['0008-replicated-marks', 'fcaf2f6fbbceadcb6392340ce3225249bc27b017e00b1302ad79e4e7ad125373'],
])('migration %s is as it was released', (name, sha256) => {
  const text = textOf(`../../../src/database/migrations/${name}.ts`);
  expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
});

test.each([
  ['0.1.0', '0002'],
  ['0.2.0', '0008'],
])('an upgraded database of release %s has the schema of a new one, and keeps its rows', async (release, last) => {
  const run = (statements: string) => sql.raw(statements).execute(open.database);
  const empty = () => run('drop schema public cascade; create schema public');
  await empty();
  await migrate(open.database);
  const fresh = await dumpCatalogue(open.database);

  await empty();
  await migrateTo(open.database, last);
  await run(textOf(`release-${release}.sql`));
  const before = await dumpTables(open.database);

  expect((await migrate(open.database)).length).toBeGreaterThan(0);
  expect(await dumpCatalogue(open.database)).toEqual(fresh);
  const after = await dumpTables(open.database);
  for (const [table, rows] of Object.entries(before)) {
    const now = renamed[table] ?? table;
    if (table.startsWith('kysely')) continue;
    // Columns may be added, none removed or changed. But keys of 0.1.0 contain no handle, so they are revoked, and everything
    // is enqueued, since the published format is another.
    const revoked = table === 'api_key' && release === '0.1.0' ? { revoked_at: expect.any(String) } : {};
    const parsed = (lines: readonly string[] = []) => lines.map((line) => JSON.parse(line));
    const kept = parsed(rows).map((row) => expect.objectContaining({ ...row, ...revoked }));
    expect(parsed(after[now])).toEqual(table === 'pending_change' ? expect.arrayContaining(kept) : kept);
  }
  for (const document of [
    smallTimetable(),
    publishedTimetable('version-2', { versionNumber: 2, versionName: 'Second', effectiveTo: 20270731 }),
  ]) {
    const teachers = document.teachers.map((teacher) => ({ ...teacher, name: 'Ada Lovelace' }));
    const rows = await readVersion(open.database, 'school', document.id);
    expect(rows && assembleTimetable(rows)).toEqual({ ...document, teachers });
  }
});
