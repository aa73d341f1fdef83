// A server that starts before there is anything to serve, while it is being made, or over what a newer program wrote;
// and one whose publisher has gone.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { revokeKey } from '../../src/publish/change-access.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { sha256 } from '../../src/snapshot/encode-response.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { giveSignOfLife } from '../../src/snapshot/sign-of-life.ts';
import { createSchools, describeVersion, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { startProcess } from '../support/run-process.ts';
import { runningServer } from '../support/running-server.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

let open: OpenDatabase;
let folder: string;
let publisher: Publisher;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, ['north']);
  folder = await temporaryFolder();
  publisher = publisherInto(folder);
});

const path = '/api/v1/timetables';
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

test('before and during the first build a server lets nobody in, and afterwards it serves', async () => {
  const server = await runningServer(folder);
  const elsewhere = await temporaryFolder();
  const { key } = await newKeyOf(open.database, publisherInto(elsewhere), 'north');
  const ask = async () => (await server.call({ path, headers: bearer(key) })).status;
  expect(await ask()).toBe(401);
  const during = new Set<number>();
  let swapped = false;
  const store = steppingStore(publisher.store, async (step, moment) => {
    swapped ||= step.path === paths.pointer('north') && moment === 'after';
    const status = await ask();
    if (!swapped) during.add(status);
  });
  await runBuild(publisherInto(store), open.database, 'everything');
  expect([...during].sort()).toEqual([401, 500]);
  expect(await ask()).toBe(200);
});

/** Makes a record what a newer program would have written. */
function makeNewer(record: string): string {
  const place = join(folder, record);
  const newer = `${JSON.stringify({ ...JSON.parse(readFileSync(place, 'utf8')), formatVersion: 2 })}\n`;
  writeFileSync(place, newer);
  return newer;
}

test.each(['the pointer', 'the access record', 'the key record'])(
  '%s of a newer format is a 500, and no publisher writes over it',
  async (what) => {
    await runBuild(publisher, open.database, 'everything');
    const { id, key } = await newKeyOf(open.database, publisher, 'north');
    const record = {
      'the pointer': paths.pointer('north'),
      'the access record': paths.accessRecord('north'),
      'the key record': paths.keyRecord(sha256(new TextEncoder().encode(key))),
    }[what];
    const newer = makeNewer(record ?? '');
    const server = await runningServer(folder);
    expect((await server.call({ path, headers: bearer(key) })).status).toBe(500);

    await describeVersion(open.database, 'north-v1', 'older program');
    // A plain build looks at no record that did not change.
    if (what === 'the pointer') await expect(runBuild(publisher, open.database)).rejects.toThrow('newer release');
    await expect(runBuild(publisher, open.database, 'everything')).rejects.toThrow('newer release');
    if (what !== 'the pointer')
      await expect(revokeKey(open.database, publisher, id, Date.now())).rejects.toThrow('newer release');
    expect(readFileSync(join(folder, record ?? ''), 'utf8')).toBe(newer);
  },
  60_000,
);

test('with --refuse-after a server without a publisher refuses, and /readyz says why', async () => {
  await runBuild(publisher, open.database, 'everything');
  const { key } = await newKeyOf(open.database, publisher, 'north');
  const counts = { queueDepth: 0, queueAgeSeconds: 0, withheldVersions: 0, builds: 1, buildSeconds: 0, generation: 1 };
  const sign = { ...counts, organisations: 1, inNeed: 0, first: [] };
  const giveSign = (at: number) => giveSignOfLife(publisher.store, { at, watching: true, ...sign }, 'watcher');
  await giveSign(Date.now());
  const settings = { BELFRY_OUT: folder, PORT: '0', ADMIN_PORT: '0' };
  const server = startProcess(['scripts/serve.ts', '--refuse-after', '3', '--publisher-timeout', '3'], settings);
  onTestFinished(async () => {
    server.child.kill();
    await server.finished;
  });
  const [, url = '', adminUrl = ''] =
    /Serving on (\S+), operators on (\S+)\./.exec(await server.printed('Ctrl-C')) ?? [];
  const ask = async () => (await fetch(url + path, { headers: bearer(key) })).status;
  const ready = async () => (await fetch(`${adminUrl}/readyz`)).status;
  await giveSign(Date.now());
  expect([await ask(), await ready()]).toEqual([200, 200]);
  await sleep(3_500);
  expect([await ask(), await ready()]).toEqual([500, 503]);
  await giveSign(Date.now());
  await waitUntil('it serves again', async () => (await ask()) === 200 && (await ready()) === 200);
});
