// What the probe reports of a folder, of real Ceph, and of Ceph behind a proxy that behaves like other stores.

import { describe, expect, inject, test } from 'vitest';
import { bucketStore } from '../../src/store/bucket/bucket-store.ts';
import { probeBucket } from '../../src/store/bucket/probe-bucket.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { type ProbeFinding, probeStore } from '../../src/store/probe-store.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import {
  type Habit,
  hidesWhatIsAbsent,
  hidesWhyItIsAbsent,
  ignoresConditions,
  quotedOnly,
  readOnly,
  storeWithHabits,
  withoutConditions,
  withoutTimes,
} from '../support/store-habits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The findings of the probe, and the objects that are left in the bucket. */
async function probed(habit: Habit) {
  const { store: real, bucket, prefix } = bucketOfTest();
  const { endpoint } = await storeWithHabits(bucket, habit);
  const { accessKeyId, secretAccessKey } = bucket;
  const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
  const address = `s3://${bucket.name}/${prefix}`;
  const store = bucketStore(address, server);
  const findings = [...(await probeStore(store, 'one')), ...(await probeBucket(address, 'one', server))];
  return { findings, left: await real.list('.probe/') };
}
const notOk = (findings: readonly ProbeFinding[]) =>
  findings.filter(({ outcome }) => outcome !== 'ok').map(({ probe, outcome }) => `${outcome} ${probe}`);

describe.skipIf(inject('bucket') === null)("the probe of a bucket (needs Ceph's radosgw)", () => {
  test('Ceph passes every probe, needs ETags without quotes, and no file of the probe is left', async () => {
    const { findings, left } = await probed((_, pass) => pass());
    expect(notOk(findings)).toEqual([]);
    expect(findings.find(({ probe }) => probe.includes('If-Match'))?.found).toMatch(/^wants the ETag without quotes/);
    expect(left).toEqual([]);
  });

  test('a server that needs ETags with quotes is recognised', async () => {
    const { findings } = await probed(quotedOnly);
    expect(notOk(findings)).toEqual([]);
    expect(findings.find(({ probe }) => probe.includes('If-Match'))?.found).toMatch(
      /^takes the ETag as the server sent/,
    );
  });

  const create = 'conditional PUT of a new object (If-None-Match: *)';
  const match = 'conditional PUT over an unchanged object (If-Match)';
  /** Answers each GET of an object with the answer to the one before it. */
  const oneBehind = (): Habit => {
    const last = new Map<string, Awaited<ReturnType<Habit>>>();
    return async ({ method, path }, pass) => {
      const answer = await pass();
      if (method !== 'GET' || !path.includes('record.json')) return answer;
      const before = last.get(path) ?? answer;
      last.set(path, answer);
      return before;
    };
  };
  const conditions = [`failed ${create}`, `failed ${match}`];
  const lost = /a revocation could be overwritten/;
  test.each<[string, Habit, string[], RegExp]>([
    [
      'has no conditional PUT',
      withoutConditions,
      ['failed replace', 'failed read after overwrite', ...conditions],
      lost,
    ],
    ['ignores conditions', ignoresConditions, conditions, lost],
    [
      'answers 403 for a missing object',
      hidesWhatIsAbsent,
      ['failed read after remove', 'failed GET of a missing object'],
      /unknown API key would be answered 500 instead of 401.*s3:ListBucket/,
    ],
    [
      'answers 404 for a missing object with a page',
      hidesWhyItIsAbsent,
      ['failed read after remove', 'failed GET of a missing object'],
      /404 with the code NoSuchKey/,
    ],
    ['sends no times', withoutTimes, ["failed the store's clock"], /Date and Last-Modified/],
    [
      'has stale reads',
      oneBehind(),
      ['failed read after overwrite', 'failed read after remove'],
      /revoked key would keep working/,
    ],
  ])('a store that %s', async (_, habit, expected, advice) => {
    const { findings, left } = await probed(habit);
    expect(notOk(findings)).toEqual(expected);
    expect(findings.map((each) => each.advice).join('\n')).toMatch(advice);
    expect(left).toEqual([]);
  });

  test('a store that refuses writing gets this one finding', async () => {
    const { store, bucket, prefix } = bucketOfTest();
    const { endpoint } = await storeWithHabits(bucket, readOnly);
    const findings = await probeStore(bucketOfTest(endpoint, undefined, prefix).store, 'one');
    expect(notOk(findings)).toEqual(['failed write']);
    expect(await store.list('.probe/')).toEqual([]);
  });
});

test('a folder passes every probe', async () => {
  expect(notOk(await probeStore(folderStore(await temporaryFolder()), 'one'))).toEqual([]);
});
