// How servers, /readyz and the edge judge a heartbeat that is old, from the future, or missing: by the store's clock, not
// the publisher's.

import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { paths } from '../../src/snapshot/paths.ts';
import type { Store } from '../../src/store/store.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { publishedFolder, publishedForm } from '../support/published-folder.ts';
import { rawClient } from '../support/raw-client.ts';
import { startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { combine, ifThorough } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';

const day = 86_400_000;
const counts = { queueDepth: 0, queueAgeSeconds: 0, withheldVersions: 0, builds: 1, buildSeconds: 0, generation: 1 };
const rest = { ...counts, organisations: 1, attention: { count: 0, first: [] } };

/** @param clock how far the publisher's clock is ahead of the store's, in milliseconds */
const beat = (store: Store, { clock = 0, watching = true } = {}) =>
  writeHeartbeat(store, { at: Date.now() + clock, watching, ...rest }, watching ? 'watcher' : null);

async function servedFolder(...options: string[]) {
  const form = publishedFolder(await temporaryFolder());
  const key = await form.addOrganisation('north', {});
  const server = startProcess(['scripts/belfry.ts', 'serve', ...options], {
    BELFRY_OUT: form.folder,
    BELFRY_BUCKET: undefined,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
  });
  onTestFinished(async () => {
    server.child.kill();
    await server.finished;
  });
  const [, url = '', adminUrl = ''] = /Serving on (\S+), admin on (\S+)\./.exec(await server.printed('Ctrl-C')) ?? [];
  const headers = { Authorization: `Bearer ${key}` };
  const ask = async () => [
    (await fetch(url + listPath, { headers })).status,
    (await fetch(`${adminUrl}/readyz`)).status,
  ];
  const reasons = async () => Reflect.get(Object(await (await fetch(`${adminUrl}/readyz`)).json()), 'reasons');
  /** Makes the heartbeat that many milliseconds older, by the store's time. */
  const age = (milliseconds: number) => {
    const moment = (Date.now() - milliseconds) / 1000;
    utimesSync(join(form.folder, paths.publisher), moment, moment);
  };
  return { form, ask, reasons, age };
}

test('with --refuse-after a server judges a heartbeat by the store’s clock, even if the publisher’s is a day off', async () => {
  const { form, ask, reasons, age } = await servedFolder('--refuse-after', '20');
  expect(await ask()).toEqual([500, 503]); // there is none
  for (const clock of [0, -30_000, -day, day]) {
    await beat(form.store, { clock });
    expect([clock, ...(await ask())]).toEqual([clock, 200, 200]);
    age(21_000);
    expect([clock, ...(await ask())]).toEqual([clock, 500, 503]);
  }
  // 21 seconds, or more on a busy machine.
  const silence = /no publisher has written a heartbeat for (2[1-9]|[3-9]\d) s/;
  expect(await reasons()).toEqual([expect.stringMatching(new RegExp(`^${silence.source}$`))]);
  age(-day);
  expect(await ask()).toEqual([500, 503]);
  writeFileSync(join(form.folder, paths.publisher), `{"at":${Date.now()},"watching":tr`);
  expect(await ask()).toEqual([500, 503]);
  await beat(form.store, { watching: false }); // a single build replaces an invalid heartbeat
  expect(await ask()).toEqual([200, 200]);
  age(21_000);
  expect(await ask()).toEqual([500, 503]);
});

test('without --refuse-after a silent watcher only fails /readyz, and an old single build fails nothing', async () => {
  const { form, ask, age } = await servedFolder('--publisher-timeout', '20');
  expect(await ask()).toEqual([200, 503]);
  await beat(form.store, { watching: false });
  age(day);
  expect(await ask()).toEqual([200, 200]);
  await beat(form.store, { clock: -day });
  expect(await ask()).toEqual([200, 200]);
  age(21_000);
  expect(await ask()).toEqual([200, 503]);
  age(-day);
  expect(await ask()).toEqual([200, 503]);
});

test('a store that cannot be read fails /readyz with the reason', async () => {
  const { form, reasons } = await servedFolder();
  await beat(form.store);
  expect(await reasons()).toEqual([]);
  await form.store.remove([paths.publisher]);
  await form.store.write([{ path: `${paths.publisher}/a folder in its place`, bytes: new Uint8Array() }]);
  expect(await reasons()).toEqual([expect.stringMatching(/^the store cannot be read: .*publisher\.json/)]);
});

type Edge = { over: string; missing: boolean; bucket: () => Parameters<typeof startEdgeRuntime>[0] };
const edges: Edge[] = [
  { over: 'R2', missing: false, bucket: () => null },
  {
    over: "a bucket by signed requests (needs Ceph's radosgw)",
    missing: inject('bucket') === null,
    bucket: bucketOfTest,
  },
];
const clocks = { 'a day ahead': day, 'a day behind': -day };

describe.each(combine(edges, Object.entries(clocks)).map(([edge, [clock, ahead]]) => ({ ...edge, clock, ahead })))(
  'REFUSE_AFTER at the edge over $over goes by the store’s clock',
  ({ missing, bucket, clock, ahead }) => {
    test.skipIf(missing)(`when the publisher’s clock is ${clock}`, async () => {
      const runtime = await startEdgeRuntime(bucket(), { REFUSE_AFTER: '2' });
      const client = rawClient(runtime.port);
      onTestFinished(async () => {
        client.close();
        await runtime.close();
      });
      const key = await publishedForm(runtime.store).addOrganisation('north', {});
      const ask = async () =>
        (await client.call({ path: listPath, headers: { Authorization: `Bearer ${key}` } })).status;
      expect(await ask()).toBe(500);
      await beat(runtime.store, { clock: ahead });
      await waitUntil('it serves', async () => {
        if ((await ask()) === 200) return true;
        await beat(runtime.store, { clock: ahead }); // a busy machine may have let two seconds pass
        return false;
      });
      await waitUntil('it refuses', async () => (await ask()) === 500);
    });
  },
);

// Other invalid values are in test/serve/edge/settings.test.ts.
test.each(['60s', ...ifThorough([''])])(
  'at the edge REFUSE_AFTER=%j makes every request a 500, with the reason in the log',
  async (setting) => {
    const runtime = await startEdgeRuntime(null, { REFUSE_AFTER: setting });
    const client = rawClient(runtime.port);
    onTestFinished(async () => {
      client.close();
      await runtime.close();
    });
    const key = await publishedForm(runtime.store).addOrganisation('north', {});
    await beat(runtime.store);
    const { status, body } = await client.call({ path: listPath, headers: { Authorization: `Bearer ${key}` } });
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([500, 'INTERNAL_ERROR']);
    await waitUntil('the log says why', () => runtime.logged().includes('REFUSE_AFTER must be whole seconds from 1'));
  },
);
