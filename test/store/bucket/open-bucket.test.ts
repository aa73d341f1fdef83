import { expect, test } from 'vitest';
import { publisherTimeouts } from '../../../src/store/bucket/bucket-client.ts';
import { openBucket } from '../../../src/store/bucket/open-bucket.ts';

const server = { endpoint: 'http://127.0.0.1:1/', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
const open = (address: string) => openBucket(address, server, publisherTimeouts);

test.each([
  ['s3://school', 'keys/1.json', 'keys/1.json'],
  ['s3://school/', 'keys/1.json', 'keys/1.json'],
  ['s3://school/live', 'keys/1.json', 'live/keys/1.json'],
  ['s3://school/a/b/', 'keys/', 'a/b/keys/'],
])('%s stores %s under the key %s, and reads it from there', (address, path, key) => {
  const { keyOf, pathOf } = open(address);
  expect(keyOf(path)).toBe(key);
  expect(pathOf(key)).toBe(path);
});

test.each(['s3://school/..', 's3://school/a//b', 's3://school/./a'])('%s is not an address', (address) => {
  expect(() => open(address)).toThrow('leads out of');
});

test('no path leaves the prefix', () => {
  expect(() => open('s3://school/live').keyOf('../other')).toThrow('leads out of');
});
