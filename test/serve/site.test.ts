import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { served } from '../support/served.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A published output with a site, and symbolic links in it that lead out of the site. */
async function withSite() {
  const context = await served({ v1: { id: 'v1' } });
  const site = join(context.form.folder, 'site');
  await mkdir(join(site, 'schemas'), { recursive: true });
  await writeFile(join(site, 'index.html'), '<h1>The viewer</h1>');
  await writeFile(join(site, 'schemas', 'teacher.json'), '{"title":"Teacher"}');
  for (const folder of ['parts', 'my/parts']) {
    await mkdir(join(site, folder), { recursive: true });
    await writeFile(join(site, folder, 'en-ABCD1234.js'), 'export const words = {};');
  }
  await symlink(join(context.form.folder, 'records'), join(site, 'linked-folder'));
  await symlink(join(context.form.folder, 'organisations', 'north', 'handle.json'), join(site, 'linked.json'));
  const ask = (target: string, method = 'GET') =>
    context.server.exchange(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return { ...context, ask };
}

test.each([
  ['/', 'text/html', 'The viewer'],
  ['/?from=here', 'text/html', 'The viewer'],
  ['/schemas/teacher.json', 'application/json', 'Teacher'],
])('%s is served without a key', async (path, type, content) => {
  const { server } = await withSite();
  const { status, headers, body } = await server.call({ path });
  expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
  expect(body.toString()).toContain(content);
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
});

test('a part that is named by its content is kept by browsers, and asked for no more', async () => {
  const { server } = await withSite();
  const kept = 'public, max-age=31536000, immutable';
  for (const path of ['/parts/en-ABCD1234.js', '/my/parts/en-ABCD1234.js']) {
    const { status, headers } = await server.call({ path });
    expect([status, headers['cache-control']]).toEqual([200, kept]);
    const again = await server.call({ path, headers: { 'If-None-Match': String(headers.etag) } });
    expect([again.status, again.headers['cache-control']]).toEqual([304, kept]);
  }
  // What is not there may come with the next release.
  const gone = await server.call({ path: '/parts/en-GONE.js' });
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-cache']);
});

test('a request with the current ETag is a 304, and HEAD has no body', async () => {
  const { server } = await withSite();
  const { headers } = await server.call({ path: '/schemas/teacher.json' });
  const again = await server.call({
    path: '/schemas/teacher.json',
    headers: { 'If-None-Match': String(headers.etag) },
  });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const head = await server.call({ method: 'HEAD', path: '/schemas/teacher.json' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test('a file that cannot be read is a 500 with a line in the log', async () => {
  const { form, server } = await withSite();
  await symlink('loop.json', join(form.folder, 'site', 'loop.json'));
  const { status, body } = await server.call({ path: '/loop.json' });
  const { error } = JSON.parse(body.toString());
  expect([status, error.code]).toEqual([500, 'INTERNAL_ERROR']);
  const logged = server.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a request failed');
  expect(logged).toEqual([expect.objectContaining({ resource: 'site', error: expect.stringContaining('ELOOP') })]);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is a 405', async (method) => {
  const { server } = await withSite();
  const { status, headers } = await server.call({ method, path: '/' });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test.each([
  '/../publisher.json',
  '/../organisations/north/handle.json',
  '/%2e%2e/organisations/north/handle.json',
  '/..%2forganisations%2fnorth%2fhandle.json',
  '/..%5corganisations%5cnorth%5chandle.json',
  '/schemas/../../organisations/north/handle.json',
  '/%252e%252e/organisations/north/handle.json',
  '/organisations/north/handle.json',
  '/records/0k9zh4m7x1q2.json',
  '/linked.json',
  '/linked',
  '/linked-folder',
  '/linked-folder/',
  '/schemas',
  '/schemas/',
  '//etc/passwd',
  '/../../../../../../../../etc/passwd',
  '/etc/passwd',
  '/%00',
  '/%',
  '/index.html%00.json',
])('%s is a 301, 400 or 404 without data', async (target) => {
  const { ask, server, bearer } = await withSite();
  const response = await ask(target);
  expect(response).toMatch(/^HTTP\/1\.1 (301|400|404) /);
  expect(response).not.toMatch(/organisationId|generation|root:|keyId|teacher\.json/);
  expect((await server.call({ path: '/api/v1/timetables', headers: bearer })).status).toBe(200);
});

test('a file behind a symbolic link to a folder outside the site is a 404', async () => {
  const { ask, form } = await withSite();
  const [record] = await form.store.list('records/');
  expect(record).toBeDefined();
  const response = await ask(`/linked-folder/${record?.path.slice('records/'.length)}`);
  expect(response).toMatch(/^HTTP\/1\.1 404 /);
  expect(response).not.toContain('keyId');
});

test.each([
  '//evil.example',
  '//evil.example/',
  '//evil.example/index',
  '//evil.example/index.html',
  '/\\evil.example/index.html',
  '/%5cevil.example/index',
])('%s does not redirect to another host', async (target) => {
  const { ask } = await withSite();
  const response = await ask(target);
  expect(response).toMatch(/^HTTP\/1\.1 (301|400|404) /);
  const [, location = '/'] = /^location: (.*)\r$/im.exec(response) ?? [];
  expect(new URL(location, 'http://school.example').host).toBe('school.example');
});

test('neither a 304 nor an aborted download keeps a file open', async () => {
  const { form, server } = await withSite();
  await writeFile(join(form.folder, 'site', 'large.js'), 'x'.repeat(12_000_000));
  const { headers } = await server.call({ path: '/schemas/teacher.json' });
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  for (let round = 0; round < 200; round++) {
    const { status } = await server.call({
      path: '/schemas/teacher.json',
      headers: { 'If-None-Match': String(headers.etag) },
    });
    expect(status).toBe(304);
    const socket = await server.connect();
    socket.on('error', () => {});
    socket.write('GET /large.js HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    socket.destroy();
  }
  await waitUntil('all are closed', () => openFiles() < before + 20);
});
