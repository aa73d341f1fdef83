import { describe, expect, inject, test } from 'vitest';
import { StoreError } from '../../../src/errors.ts';
import { bucketStore } from '../../../src/store/bucket/bucket-store.ts';
import { bucketOfTest } from '../../support/bucket-of-test.ts';
import { storeContract } from '../store-contract.ts';

const bytes = new TextEncoder().encode('content');

describe.skipIf(inject('bucket') === null)("a bucket (needs Ceph's radosgw)", () => {
  storeContract('a bucket', async () => bucketOfTest().store);

  test('if ten writers expect no file, one of them writes it', async () => {
    const { store } = bucketOfTest();
    const attempts = Array.from({ length: 10 }, (_, writer) =>
      store.replace('pointer.json', new TextEncoder().encode(`writer ${writer}`), null),
    );
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  });

  test('a replacement that succeeded before it was retried counts as done', async () => {
    const { store } = bucketOfTest();
    expect(await store.replace('pointer.json', bytes, null)).toBe(true);
    // As after a PUT whose answer was lost: the object is not the expected one, but already the new one.
    expect(await store.replace('pointer.json', bytes, null)).toBe(true);
    expect(await store.read('pointer.json')).toEqual(bytes);
  });

  test('a missing bucket is an error, not an empty bucket', async () => {
    const { bucket } = bucketOfTest();
    const { endpoint, accessKeyId, secretAccessKey } = bucket;
    const nowhere = bucketStore('s3://never-made/prefix', {
      endpoint,
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey,
    });
    await expect(nowhere.read('a.json')).rejects.toThrow(StoreError);
    await expect(nowhere.replace('a.json', bytes, null)).rejects.toThrow(StoreError);
  });

  test('an object that still has the known ETag is not sent again', async () => {
    const { store } = bucketOfTest();
    await store.write([{ path: 'record.json', bytes }]);
    const first = await store.readTagged('record.json');
    if (first === null || first.bytes === null) throw new Error('the object is there and unknown');
    expect(await store.readTagged('record.json', first.tag)).toMatchObject({ bytes: null });
    await store.write([{ path: 'record.json', bytes: new TextEncoder().encode('another') }]);
    expect(await store.readTagged('record.json', first.tag)).not.toMatchObject({ bytes: null });
  });

  test('more than 1,000 objects are listed and removed', async () => {
    const { store } = bucketOfTest();
    const files = Array.from({ length: 1_050 }, (_, index) => ({ path: `many/${index}`, bytes }));
    await store.write(files);
    expect(await store.list('many/')).toHaveLength(1_050);
    await store.remove(files.map(({ path }) => path));
    expect(await store.list('many/')).toEqual([]);
  });
});

test('an unreachable bucket is a StoreError that names the path, the address and the cause', async () => {
  const unreachable = bucketStore('s3://nowhere/prefix', {
    endpoint: 'http://127.0.0.1:3',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
  const error: unknown = await unreachable.read('a.json').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain(
    'cannot read a.json: http://127.0.0.1:3 cannot be reached: connect ECONNREFUSED 127.0.0.1:3',
  );
});
