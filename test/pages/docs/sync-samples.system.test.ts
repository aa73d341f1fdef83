// The samples that keep a copy, each run as it stands, night after night, against a running Belfry: the copy is what is served, and
// each night asks for no more than it needs.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { sampleFile, syncSamples } from '../../../src/pages/docs/docs-samples.ts';
import { topicsSections } from '../../../src/pages/docs/docs-topics.ts';
import { belfryWith } from '../../support/belfry-with.ts';
import { isMissing } from '../../support/is-missing.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const [upper, lower] = documents.filter(({ status }) => status === 'published');
const draft = documents.find(({ status }) => status === 'draft');
if (upper === undefined || lower === undefined || draft === undefined) throw new Error('the demo school has them');
const one: Timetable = { ...upper, id: 'one-v1', groupId: 'one' };
const other: Timetable = { ...lower, id: 'other-v1', groupId: 'other' };

/** Passes requests on, and writes down what was asked for and answered. */
async function recordingProxy(target: string) {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    request(`${target}${url}`, { headers }, (answer) => {
      asked.push(`${answer.statusCode} ${url.replace('/api/v1/', '')}`);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}`, asked };
}

const programs = { JavaScript: process.execPath, Python: 'python3', PHP: 'php' };
const all = Object.entries(programs) as [keyof typeof programs, string][]; // the entries of a constant

test.for(all)('%s: a copy is what is served, also after a pause of a month', async ([language, program], { skip }) => {
  if (await isMissing(program)) skip(`${program} is not installed`);
  const belfry = await belfryWith([{ id: 'school', name: 'S', documents: [one, other, draft] }]);
  onTestFinished(() => belfry.close());
  const { url, asked } = await recordingProxy(belfry.url);
  const [{ key }, folder] = [await belfry.createKey('school'), await temporaryFolder()];

  async function night(variables = {}): Promise<{ failed: boolean; said: string; asked: string[] }> {
    asked.length = 0;
    const env = { ...process.env, BELFRY_URL: url, BELFRY_KEY: key, ...variables };
    const { failed, said } = await new Promise<{ failed: boolean; said: string }>((done) =>
      execFile(program, [sampleFile(syncSamples[language])], { cwd: folder, env }, (error, stdout, stderr) =>
        done({ failed: error !== null, said: stdout + stderr }),
      ),
    );
    return { failed, said, asked: [...asked] };
  }
  async function expectCopy(ids: readonly string[]) {
    const { timetables } = JSON.parse(await readFile(join(folder, 'timetables.json'), 'utf8'));
    expect(Object.keys(timetables).sort()).toEqual(ids);
    for (const id of ids) {
      const headers = { Authorization: `Bearer ${key}` };
      const served = await fetch(`${belfry.url}/api/v1/timetables/${id}`, { headers });
      expect(await served.json()).toMatchObject({ data: timetables[id].data });
    }
  }
  const good = (requests: readonly string[]) => ({ failed: false, said: '', asked: requests });

  // The first night reads everything but drafts, the second learns by one request that nothing changed.
  const first = await night();
  expect({ ...first, asked: first.asked.toSorted() }).toEqual(
    good(['200 changes', '200 timetables', '200 timetables/one-v1', '200 timetables/other-v1']),
  );
  await expectCopy(['one-v1', 'other-v1']);
  expect(await night()).toEqual(good(['304 changes']));

  // What changed, and nothing else.
  await belfry.add('school', [{ ...one, name: 'Renamed' }]);
  expect(await night()).toEqual(good(['200 changes', '200 timetables', '200 timetables/one-v1']));
  await expectCopy(['one-v1', 'other-v1']);

  // More than an entry may have.
  const rooms = Array.from({ length: 1_600 }, (_, number) => ({
    ...{ localId: `rom_many${number}`, entityId: `${'r'.padEnd(59, 'x')}${number}`, externalId: null, name: 'R' },
    ...{ shortName: 'R', color: null, isActive: true, capacity: 0, buildingName: '' },
  }));
  await belfry.add('school', [{ ...other, rooms: [...other.rooms, ...rooms] }]);
  const everything = await night();
  expect({ ...everything, asked: everything.asked.toSorted() }).toEqual(
    good(['200 changes', '200 timetables', '200 timetables/other-v1', '304 timetables/one-v1']),
  );
  await expectCopy(['one-v1', 'other-v1']);

  await belfry.add('school', [
    { ...one, name: 'Once more' },
    { ...other, id: 'third-v1', groupId: 'third' },
  ]);
  await night();
  await expectCopy(['one-v1', 'other-v1', 'third-v1']);
  // A rollback takes a version away that was added, and gives back the former one of another.
  await belfry.rollBack('school');
  await belfry.publishDue();
  expect(await night()).toEqual(good(['200 changes', '200 timetables', '200 timetables/one-v1']));
  await expectCopy(['one-v1', 'other-v1']);

  // A refused night leaves the copy as it is.
  const refused = await night({ BELFRY_KEY: 'belfry_mistyped' });
  expect(refused).toEqual({
    failed: true,
    said: expect.stringContaining('Invalid or inactive API key'),
    asked: ['401 changes'],
  });
  await expectCopy(['one-v1', 'other-v1']);

  // A month's pause, in which entries come and go.
  await belfry.add('school', [{ ...one, name: 'During the pause' }]);
  await belfry.publishDue(Date.now() + 37 * 86_400_000);
  await belfry.add('school', [{ ...other, name: 'At its end' }]);
  // What is added ends the rollback, too.
  const back = await night();
  expect(back.failed).toBe(false);
  expect(back.asked).toContain('200 timetables/one-v1');
  await expectCopy(['one-v1', 'other-v1', 'third-v1']);
  expect(await night()).toEqual(good(['304 changes']));
});

test('what a 304 costs is what the reference says', async () => {
  const belfry = await belfryWith([{ id: 'school', name: 'S', documents: [one] }]);
  onTestFinished(() => belfry.close());
  const { key } = await belfry.createKey('school');
  const { hostname, port } = new URL(belfry.url);
  const tag = (
    await fetch(`${belfry.url}/api/v1/changes`, { headers: { Authorization: `Bearer ${key}` } })
  ).headers.get('ETag');
  const lines = [
    'GET /api/v1/changes HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${key}`,
    `If-None-Match: ${tag}`,
  ];
  const sent = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(sent));
  const received = Buffer.concat(await socket.toArray());
  expect(received.toString()).toMatch(/^HTTP\/1.1 304 /);
  const [, request_, answer] = /304 costs (\d+) bytes of request and (\d+) of answer/.exec(topicsSections()) ?? [];
  const isAbout = (bytes: number, said: string | undefined) => Math.abs(bytes - Number(said)) <= bytes / 10;
  expect([sent.length, received.length, request_, answer]).toSatisfy(
    () => isAbout(sent.length, request_) && isAbout(received.length, answer),
  );
});
