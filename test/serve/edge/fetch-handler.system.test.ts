// The function on real Ceph, through a proxy that lists its requests: what a request reads, what each setting changes, and
// the public site.

import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { siteFiles, writeSite } from '../../../src/pages/build/write-site.ts';
import { edgeBucket } from '../../../src/serve/edge/edge-bucket.ts';
import { type Environment, type FetchHandler, fetchHandler, targetOf } from '../../../src/serve/edge/fetch-handler.ts';
import { nodeRuntime } from '../../../src/serve/edge/node-runtime.ts';
import { type BucketOfTest, bucketOfTest } from '../../support/bucket-of-test.ts';
import { faultyNetworkProxy } from '../../support/faulty-network-proxy.ts';
import { newKey, publishedForm } from '../../support/published-folder.ts';
import { linkPath, newLinkToken, publishedLinks } from '../../support/published-links.ts';
import { listPath } from '../../support/served.ts';
import { bucketVariables } from '../../support/start-bundle.ts';

test.each([
  ['https://a.example/api/v1/timetables/%2e%2e?q#h', '/api/v1/timetables/%2e%2e?q#h'],
  ['http://a.example', '/'],
  ['http://a.example?q=/x', '?q=/x'],
])('of %s the target is %s', (url, target) => {
  expect(targetOf(url)).toBe(target);
});

test.each([
  [{}, 'bind a bucket as BUCKET'],
  [{ S3_BUCKET_URL: 'https://s3.example/b', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
])('the bindings %o name no bucket', (env, message) => {
  expect(() => edgeBucket(env)).toThrow(message);
  expect(() => fetchHandler(env, nodeRuntime)).toThrow(message);
});

describe.skipIf(inject('bucket') === null)("over a bucket (needs Ceph's radosgw)", () => {
  let place: BucketOfTest;
  let key: string;
  beforeAll(async () => {
    place = bucketOfTest();
    key = await publishedForm(place.store).addOrganisation('north', { v1: { id: 'v1', text: 'lesson '.repeat(500) } });
    await writeSite(place.store);
  });

  /** A new handler, behind a proxy that lists its requests to the bucket. */
  async function handlerWith(settings: Partial<Environment> = {}) {
    const proxy = await faultyNetworkProxy(place.bucket.endpoint, () => 'none');
    const bucket = { ...place.bucket, endpoint: proxy.endpoint };
    const handle: FetchHandler = fetchHandler({ ...bucketVariables({ ...place, bucket }), ...settings }, nodeRuntime);
    const ask = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
      const before = proxy.seen.length;
      const response = await handle({ method, headers: new Headers(headers), target }, () => {});
      const body = Buffer.from(await response.arrayBuffer());
      return { response, body, reads: proxy.seen.slice(before) };
    };
    return { ask, withKey: { Authorization: `Bearer ${key}` } };
  }

  test('a malformed key, a path that leaves the site and a POST cost no read', async () => {
    const { ask } = await handlerWith();
    for (const token of [
      null,
      'Bearer',
      'Bearer no-such-key',
      'Basic dTpw',
      `Bearer ${key}x`,
      `bearer ${key.slice(0, -1)}`,
    ]) {
      const { response, reads } = await ask(listPath, token === null ? {} : { Authorization: token });
      expect([token, response.status, reads]).toEqual([token, 401, []]);
    }
    expect((await ask('/../keys')).reads).toEqual([]);
    expect((await ask('/', {}, 'POST')).reads).toEqual([]);
  });

  test('once the files are in memory a list, a document, a 304, a HEAD and a 404 read only the record', async () => {
    const { ask, withKey } = await handlerWith();
    const path = `${listPath}/v1`;
    const etag = (await ask(path, withKey)).response.headers.get('ETag') ?? '';
    await ask(listPath, withKey);
    const deciding = (await ask(`${listPath}/none`, withKey)).reads.toSorted();
    for (const [target, more, status, method] of [
      [listPath, {}, 200, 'GET'],
      [path, {}, 200, 'GET'],
      [path, { 'If-None-Match': etag }, 304, 'GET'],
      [path, {}, 200, 'HEAD'],
      [`${listPath}/none`, {}, 404, 'GET'],
    ] as const) {
      const { response, reads } = await ask(target, { ...withKey, ...more }, method);
      expect([target, response.status, reads.toSorted()]).toEqual([target, status, deciding]);
    }
    expect(deciding.some((read) => read.includes('files/'))).toBe(false);
  });

  test('an unknown key is refused after one read', async () => {
    const { ask } = await handlerWith();
    const { response, reads } = await ask(listPath, { Authorization: `Bearer ${newKey('north')}` });
    expect([response.status, reads.length]).toEqual([401, 1]);
  });

  test('a link costs three reads at most, and two once its files are in memory; what is no token costs none', async () => {
    const { ask } = await handlerWith();
    const token = await publishedLinks(place.store).add('north');
    const mistyped = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    for (const text of ['', 'x', token.slice(1), mistyped, key, `${token}x`]) {
      const feed = await ask(`/ical/${text}.ics`);
      expect([text, feed.response.status, feed.reads]).toEqual([text, 404, []]);
      const my = await ask('/api/v1/my', { Authorization: `Bearer ${text}` });
      expect([text, my.response.status, my.reads]).toEqual([text, 401, []]);
    }
    expect((await ask(`/ical/${token}`)).reads).toEqual([]);
    for (const [target, headers] of [
      [`/ical/${token}.ics`, {}],
      ['/api/v1/my', { Authorization: `Bearer ${token}` }],
    ] as const) {
      const first = await ask(target, headers);
      expect([first.response.status, first.reads.length <= 3]).toEqual([200, true]);
      const tag = { 'If-None-Match': first.response.headers.get('ETag') ?? '' };
      for (const [more, status] of [[{}, 200] as const, [tag, 304] as const]) {
        const { response, reads } = await ask(target, { ...headers, ...more });
        expect([response.status, reads.length]).toEqual([status, 2]);
      }
      expect(first.reads.join()).not.toContain(token);
    }
    // Unknown tokens cost as much as unknown keys.
    const unknown = await ask(`/ical/${newLinkToken('north')}.ics`);
    expect([unknown.response.status, unknown.reads.length]).toEqual([404, 1]);
  });

  test('the log of a failure has no token', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const { ask } = await handlerWith();
    const token = newLinkToken('north');
    await place.store.write([{ path: linkPath(token, 'north'), bytes: Buffer.from('{') }]);
    expect((await ask(`/ical/${token}.ics`)).response.status).toBe(500);
    expect((await ask('/api/v1/my', { Authorization: `Bearer ${token}` })).response.status).toBe(500);
    expect(log).toHaveBeenCalledTimes(2);
    expect(String(log.mock.calls)).not.toContain(token);
  });

  test('BUCKET_PREFIX: a key is unknown under another prefix', async () => {
    const { ask, withKey } = await handlerWith({ BUCKET_PREFIX: 'elsewhere' });
    expect((await ask(listPath, withKey)).response.status).toBe(401);
  });

  test.each([
    [undefined, null],
    ['https://school.example', 'https://school.example'],
    ['https://other.example, https://school.example', 'https://school.example'],
    ['https://other.example', null],
    ['*', '*'],
  ])('CORS_ORIGIN=%s grants a page of https://school.example: %s', async (setting, granted) => {
    const { ask, withKey } = await handlerWith(setting === undefined ? {} : { CORS_ORIGIN: setting });
    const { response } = await ask(listPath, { ...withKey, Origin: 'https://school.example' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(granted);
  });

  test('REFUSE_AFTER: without a heartbeat a request is a 500 with CORS headers, and the log has the reason', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const { ask, withKey } = await handlerWith({ REFUSE_AFTER: '60', CORS_ORIGIN: '*' });
    const { response, body } = await ask(listPath, { ...withKey, Origin: 'https://school.example' });
    expect([response.status, JSON.parse(body.toString()).error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(String(log.mock.calls)).toContain('heartbeat');
    expect(() => fetchHandler({ ...bucketVariables(place), REFUSE_AFTER: '60s' }, nodeRuntime)).toThrow(
      'whole seconds',
    );
  });

  test('the site: content types, ETags, 304 after one read, brotli and 404', async () => {
    const { ask } = await handlerWith();
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/client/belfry-client.js', 'application/javascript; charset=utf-8'],
      ['/viewer.css', 'text/css; charset=utf-8'],
      ['/openapi.json', 'application/json; charset=utf-8'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/favicon.ico', 'image/x-icon'],
    ] as const) {
      const { response, body } = await ask(path);
      const etag = response.headers.get('ETag') ?? '';
      expect([path, response.status, response.headers.get('Content-Type')]).toEqual([path, 200, type]);
      expect([path, /^"[^"]+"$/.test(etag), response.headers.get('Cache-Control')]).toEqual([path, true, 'no-cache']);
      const again = await ask(path, { 'If-None-Match': etag });
      expect([path, again.response.status, again.body.length, again.reads.length]).toEqual([path, 304, 0, 1]);
      expect((await ask(path)).body.equals(body)).toBe(true);
      const head = await ask(path, {}, 'HEAD');
      expect([head.response.headers.get('Content-Length'), head.body.length]).toEqual([String(body.length), 0]);
    }
    const { response, body } = await ask('/client/belfry-client.js', { 'Accept-Encoding': 'gzip, br' });
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(brotliDecompressSync(body)).toEqual(Buffer.from((await siteFiles()).get('client/belfry-client.js') ?? []));
    expect((await ask('/nowhere')).response.status).toBe(404);
  });
});
