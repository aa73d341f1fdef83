// The published site, from a folder and from a bucket: compressed if the browser accepts it, with an ETag and the right
// content types.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { siteFiles, writeSite } from '../../src/pages/build/write-site.ts';
import { siteOfBucket, siteOfFolder } from '../../src/serve/node/site.ts';
import { isSitePath, notFound } from '../../src/serve/site/site-file.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { launchBrowser, noBrowser, openPage } from '../pages/viewer/browser.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { type RawClient, rawClient } from '../support/raw-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const kinds = [
  ['a folder', false],
  ['a bucket', true],
] as const;

describe.each(kinds)('from %s', (_, needsBucket) => {
  describe.skipIf(needsBucket && inject('bucket') === null)("(a bucket needs Ceph's radosgw)", () => {
    let client: RawClient;
    let url: string;
    beforeAll(async () => {
      const folder = await temporaryFolder(whenFileEnds);
      const bucket = needsBucket ? bucketOfTest().store : null;
      await writeSite(bucket ?? folderStore(folder));
      const site = bucket === null ? siteOfFolder(folder) : siteOfBucket(bucket);
      const server = createServer((request, response) => void site(request, response));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      url = `http://127.0.0.1:${port}`;
      client = rawClient(port);
      whenFileEnds(async () => {
        client.close();
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      });
    });

    const large = [
      ['/client/belfry-client.js', 'application/javascript; charset=utf-8'],
      ['/viewer.css', 'text/css; charset=utf-8'],
      ['/lazy.css', 'text/css; charset=utf-8'],
      ['/openapi.json', 'application/json; charset=utf-8'],
      ['/client/belfry-client.d.ts', 'text/plain; charset=utf-8'],
    ] as const;
    test.each(large)(
      '%s is sent compressed with its content type, and each encoding has an ETag',
      async (path, type) => {
        const plain = (await siteFiles()).get(path.slice(1)) ?? new Uint8Array();
        const ask = (accepted: string, more = {}) =>
          client.call({ path, headers: { 'Accept-Encoding': accepted, ...more } });
        const [br, gzip, identity] = [await ask('gzip, deflate, br'), await ask('gzip'), await ask('identity')];
        expect([br, gzip, identity].map(({ headers }) => headers['content-encoding'])).toEqual([
          'br',
          'gzip',
          undefined,
        ]);
        for (const { status, headers } of [br, gzip, identity]) {
          expect([status, headers['content-type'], headers.vary]).toEqual([200, type, 'Accept-Encoding']);
          expect(headers['cache-control']).toBe('no-cache');
        }
        expect(brotliDecompressSync(br.body).equals(plain)).toBe(true);
        expect(gunzipSync(gzip.body).equals(plain)).toBe(true);
        expect(identity.body.equals(plain)).toBe(true);
        expect(br.body.length).toBeLessThan(plain.length / 2);

        const tags = [br, gzip, identity].map(({ headers }) => headers.etag);
        expect(new Set(tags).size).toBe(3);
        const again = await ask('br', { 'If-None-Match': String(br.headers.etag) });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        const changed = await ask('br', { 'If-None-Match': '"another"' });
        expect(changed.status).toBe(200);
      },
    );

    test('a range of a file is sent alone', async () => {
      const plain = (await siteFiles()).get('client/belfry-client.js') ?? new Uint8Array();
      const ask = (range: string) => client.call({ path: '/client/belfry-client.js', headers: { Range: range } });
      for (const [range, start, end] of [
        ['bytes=0-99', 0, 99],
        ['bytes=1000-', 1000, plain.length - 1],
        ['bytes=-10', plain.length - 10, plain.length - 1],
      ] as const) {
        const { status, headers, body } = await ask(range);
        expect([range, status, headers['content-range']]).toEqual([
          range,
          206,
          `bytes ${start}-${end}/${plain.length}`,
        ]);
        expect(body.equals(plain.subarray(start, end + 1))).toBe(true);
      }
      expect((await ask(`bytes=${plain.length}-`)).status).toBe(416);
    });

    test('small files and pages are sent uncompressed', async () => {
      const small = [...(await siteFiles())].flatMap(([name, { length }]) => (length <= 2048 ? [`/${name}`] : []));
      expect(small).toEqual(expect.arrayContaining(['/favicon.svg', '/schemas/access-record.json']));
      for (const path of ['/', ...small]) {
        const { status, headers } = await client.call({ path, headers: { 'Accept-Encoding': 'br' } });
        expect([path, status, headers['content-encoding']]).toEqual([path, 200, undefined]);
      }
    });

    test('a path that leads out of the site, encoded or not, is not served', async () => {
      for (const path of [
        '/../organisations/x.js',
        '/%2e%2e/client/belfry-client.js',
        '/.hidden.js',

        '/x/../../y.json',
      ])
        expect((await client.call({ path, headers: { 'Accept-Encoding': 'br' } })).status, path).toBeGreaterThan(299);
    });

    const long = 15_000;
    test.each([
      ['one long name', `/${'a'.repeat(long)}`],
      ['one long name of a compressed file', `/${'a'.repeat(long)}.js`],
      ['a name longer than file systems allow', `/${'a'.repeat(256)}`],
      ['many short names', '/a'.repeat(long / 2)],
      ['slashes', '/'.repeat(long)],
      ['dots', `/${'.'.repeat(long)}`],
      ['parent segments', `/${'../'.repeat(long / 3)}`],
      ['encoded dots', `/${'%2e'.repeat(long / 3)}`],
      ['characters of glob patterns', `/${'{(*!'.repeat(long / 4)}`],
      ['an incomplete percent-encoding', '/%'],
      ['an encoded NUL', '/%00'],
    ])('%s: refused with the 404 page', async (_name, path) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await client.call({ path, method, headers: { 'Accept-Encoding': 'br' } });
        expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(body.equals(method === 'HEAD' ? new Uint8Array() : notFound.body)).toBe(true);
      }
    });

    test('a missing page is the 404 page, even for Accept: application/json', async () => {
      for (const path of ['/nowhere', '/schemas/nothing.json', '/docs/nothing/']) {
        const { status, headers, body } = await client.call({ path, headers: { Accept: 'application/json' } });
        expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(headers['content-security-policy']).toContain("default-src 'self'");
        expect(body.equals(notFound.body)).toBe(true);
      }
    });

    test('a query of 15 kB changes nothing', async () => {
      for (const path of ['/', '/client/belfry-client.js']) {
        const [asked, plain] = [
          await client.call({ path: `${path}?${'q=&'.repeat(5000)}` }),
          await client.call({ path }),
        ];
        expect([asked.status, asked.headers.etag]).toEqual([200, plain.headers.etag]);
        expect(asked.body.equals(plain.body)).toBe(true);
      }
    });

    test.skipIf(noBrowser)('the viewer and the API reference run in a browser', async () => {
      const browser = await launchBrowser();
      onTestFinished(() => browser.close());
      const viewer = await openPage(browser, url);
      await viewer.getByLabel('API key').waitFor();
      viewer.expectClean();
      const docs = await openPage(browser, `${url}/docs`);
      await docs.getByRole('heading', { name: 'Timetable Read API' }).waitFor();
      docs.expectClean();
    });
  });
});

test('every file of the site has a path that is served', async () => {
  expect([...(await siteFiles()).keys()].filter((name) => !isSitePath(`/${name}`))).toEqual([]);
});

test('a missing or damaged file of the site is written again, and the others are not', async () => {
  const store = folderStore(await temporaryFolder());
  expect(await writeSite(store)).toContain('site/client/belfry-client.js');
  expect(await writeSite(store)).toEqual([]);
  await store.remove(['site/client/belfry-client.js.br']);
  expect(await writeSite(store)).toEqual(['site/client/belfry-client.js']);
  await store.write([{ path: 'site/viewer.css', bytes: new Uint8Array([1]) }]);
  expect(await writeSite(store)).toEqual(['site/viewer.css']);
});
