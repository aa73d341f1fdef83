// RFC 9110, sections 13 and 14, of the node server and of the function at the edge, over one published output.

import { beforeAll, expect, test } from 'vitest';
import { edgeOverFolder } from '../support/edge-over-folder.ts';
import { publishedFolder } from '../support/published-folder.ts';
import type { RawClient } from '../support/raw-client.ts';
import { runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { type Asked, publishResources, runHttpCases } from './run-http-cases.ts';

let asked: Asked;
const calls: Record<string, RawClient['call']> = {};

beforeAll(async () => {
  const form = publishedFolder(await temporaryFolder(whenFileEnds));
  asked = await publishResources(form);
  calls['node'] = (await runningServer(form.folder, { whenDone: whenFileEnds })).call;
  calls['edge'] = edgeOverFolder(form.folder);
});

const servers = ['node', 'edge'];
const callOf = (name: string) => calls[name] ?? expect.unreachable();
for (const name of servers) runHttpCases(name, () => ({ call: callOf(name), asked }));

test.each(servers)('%s: the site says that it has ranges, a 412 of the API what it is', async (name) => {
  const site = await callOf(name)(asked.site);
  expect([site.headers['accept-ranges'], site.headers['last-modified']]).toEqual(['bytes', undefined]);
  for (const of of [asked.document, asked.feed]) {
    const { headers, body } = await callOf(name)({ ...of, headers: { ...of.headers, 'If-Match': '"a"' } });
    expect(JSON.parse(body.toString()).error.code).toBe('PRECONDITION_FAILED');
    expect([headers['cache-control'], headers['content-length']]).toEqual(['no-store', String(body.length)]);
  }
});

test.each(servers)('%s: no precondition opens what needs a key, or finds what is not there', async (name) => {
  for (const header of ['If-Match', 'If-None-Match'])
    for (const value of ['*', '"a"']) {
      const more = { [header]: value };
      const { path, headers } = asked.document;
      expect((await callOf(name)({ path, headers: more })).status).toBe(401);
      expect((await callOf(name)({ path: `${path}0`, headers: { ...headers, ...more } })).status).toBe(404);
      expect((await callOf(name)({ path: '/nowhere.txt', headers: { ...more, Range: 'bytes=0-4' } })).status).toBe(404);
    }
});
