// `check -- --store`, and the same before anything is published to a store for the first time.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { createSchools, pendingCount } from '../support/fault-schools.ts';
import { bucketOutput } from '../support/published-output.ts';
import { findRecordPath } from '../support/record-places.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { hidesWhatIsAbsent, storeWithHabits, withoutNotModified } from '../support/store-habits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
  await createSchools(open.database, ['north']);
});
afterAll(() => open.close());

test('a folder that can be published to: a line says so, exit 0', async () => {
  const folder = await temporaryFolder();
  const { code, stdout } = await runLine('check --store', { BELFRY_OUT: folder, BELFRY_BUCKET: undefined });
  expect(stdout).toMatch(/^ok +write: is granted$/m);
  expect(stdout).toContain(`${folder} can be published to.`);
  expect(code).toBe(0);
});

describe.skipIf(inject('bucket') === null)("a bucket (needs Ceph's radosgw)", () => {
  const variablesFor = async (habit: Parameters<typeof storeWithHabits>[1]) => {
    const { bucket } = bucketOfTest();
    const { endpoint } = await storeWithHabits(bucket, habit);
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const output = bucketOutput(bucketOfTest(endpoint, undefined, prefix));
    return { variables: { ...commandEnvironment(open, ''), ...output.variables }, store: output.store };
  };

  test('a bucket that fails a test: the line says what to do, exit 1; a first publication to it is refused, exit 3', async () => {
    const { variables, store } = await variablesFor(hidesWhatIsAbsent);
    const { code, stdout } = await runLine('check --store --json', variables);
    const report = JSON.parse(stdout);
    expect([code, report.usable]).toEqual([1, false]);
    const absent = report.findings.find(({ probe }: { probe: string }) => probe === 'GET of a missing object');
    expect(absent).toMatchObject({ outcome: 'failed', found: 'is answered 403' });
    expect(absent.advice).toContain('s3:ListBucket');
    const pending = await pendingCount(open.database);
    const build = await runLine('build', variables);
    expect(build.stderr).toContain('`npm run check -- --store` shows which permissions this key lacks');
    expect(build.code).toBe(3);
    expect(await store.list('organisations/')).toEqual([]);
    expect(await pendingCount(open.database)).toBe(pending);
  });

  test('a bucket with limits: they are printed before the first publication, which succeeds', async () => {
    const { variables, store } = await variablesFor(withoutNotModified);
    const { code, stderr } = await runLine('build', variables);
    expect(stderr).toMatch(/limited +conditional GET.*\n.*slower but safe/);
    expect(code).toBe(0);
    expect(await findRecordPath(store, 'north')).not.toBeNull();
    expect((await runLine('build', variables)).stderr).not.toContain('limited');
  });
});
