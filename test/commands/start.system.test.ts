// @module-tag long
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { runLine, startCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import type { RunningProcess } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { thorough } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';

/** What a started Belfry printed. */
async function readGreeting(started: RunningProcess) {
  const text = await started.printed('Ctrl-C ends it.');
  const [, url = '', adminUrl = ''] = /serves on (\S+), admin on (\S+)\./.exec(text) ?? [];
  const [, key = ''] = /^ {2}(belfry_\w+)$/m.exec(text) ?? [];
  return { text, url, adminUrl, key };
}

const list = async (url: string, key: string) => {
  const response = await fetch(`${url}/api/v1/timetables`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = JSON.parse(await response.text());
  return { status: response.status, count: data?.count, first: data?.timetables?.[0]?.id };
};

test('npm start serves the demo school with a key that works, ends on SIGTERM, and starts again with the same data', async () => {
  const folder = await temporaryFolder();
  const variables = {
    DATABASE_URL: undefined,
    BELFRY_DATA: join(folder, 'data'),
    BELFRY_OUT: join(folder, 'out'),
    BELFRY_BUCKET: undefined,
    PORT: '0',
    ADMIN_PORT: '0',
    DASHBOARD_PORT: '0',
  };
  const first = startCommand('start', [], variables);
  const greeting = await readGreeting(first);
  expect(greeting.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(greeting.text).toContain(`curl -H 'Authorization: Bearer ${greeting.key}' ${greeting.url}/api/v1/timetables`);
  const shown = await list(greeting.url, greeting.key);
  expect(shown).toMatchObject({ status: 200 });
  expect(shown.count).toBeGreaterThan(1);
  expect((await fetch(`${greeting.adminUrl}/healthz`)).status).toBe(200);
  // What follows from the calendar is there with the key.
  const headers = { authorization: `Bearer ${greeting.key}` };
  expect((await fetch(`${greeting.url}/api/v1/calendar`, { headers })).status).toBe(200);

  // The dashboard runs too: its address signs in once, and shows the demo school with its key.
  const [, dashboard = '', code = ''] = /^ {2}(http:\/\/127\.0\.0\.1:\d+)\/#sign-in=(\S+)$/m.exec(greeting.text) ?? [];
  const signIn = () =>
    fetch(`${dashboard}/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: dashboard },
      body: JSON.stringify({ code }),
    });
  const signedIn = await signIn();
  expect(signedIn.status).toBeLessThan(300);
  const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const keys = await fetch(`${dashboard}/control/v1/organisations/demo-school/keys`, {
    headers: { Cookie, 'Belfry-Session': String(Reflect.get(Object(await signedIn.json()), 'session')) },
  });
  expect(JSON.parse(await keys.text())).toMatchObject({ items: [{ name: 'Demo key of npm start' }] });
  expect((await signIn()).status).toBe(401);

  // A second command finds the embedded database that the first one runs.
  const organisations = await runHere('organisations list --json', variables);
  expect(JSON.parse(organisations.stdout)).toMatchObject({ organisations: [{ id: 'demo-school' }] });

  first.child.kill('SIGTERM');
  expect(await first.finished).toMatchObject({ code: 0, stderr: '' });

  const second = startCommand('start', [], variables);
  const again = await readGreeting(second);
  expect(await list(again.url, again.key)).toEqual(shown);
  expect(again.key).not.toBe(greeting.key);
  expect(await list(again.url, greeting.key)).toMatchObject({ status: 401 });
  second.child.kill('SIGINT');
  expect(await second.finished).toMatchObject({ code: 0, stderr: '' });
  expect(await runHere('check', variables)).toMatchObject({ code: 0 });
});

test('npm start serves although the port of the dashboard is taken, and says so in one line', async () => {
  const folder = await temporaryFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const started = startCommand('start', [], {
    ...{ DATABASE_URL: undefined, BELFRY_BUCKET: undefined },
    ...{ BELFRY_DATA: join(folder, 'data'), BELFRY_OUT: join(folder, 'out') },
    ...{ PORT: '0', ADMIN_PORT: '0', DASHBOARD_PORT: String(port) },
  });
  const { text, url, key } = await readGreeting(started);
  expect(text).toContain(
    `No dashboard runs: cannot listen on 127.0.0.1:${port}: port ${port} is taken; set DASHBOARD_PORT to another.\n`,
  );
  expect(await list(url, key)).toMatchObject({ status: 200 });
  started.child.kill('SIGTERM');
  expect(await started.finished).toMatchObject({ code: 0, stderr: '' });
});

describe('npm start with a PostgreSQL server that goes away', { tags: 'server' }, () => {
  const startThrough = async () => {
    const open = await openTestDatabase();
    onTestFinished(() => open.close());
    const proxy = await databaseProxy(open.connectionString);
    const out = await temporaryFolder();
    const held = proxy.hold('Demo key of npm start'); // asked for right after it has begun to serve
    const started = startCommand('start', [], {
      DATABASE_URL: proxy.connectionString,
      BELFRY_OUT: out,
      BELFRY_BUCKET: undefined,
      PORT: '0',
      ADMIN_PORT: '0',
      DASHBOARD_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    let failures = '';
    started.child.stderr?.on('data', (text) => {
      failures += text;
    });
    const release = await held;
    const [, url = ''] = /serves on (\S+),/.exec(await started.printed('serves on')) ?? [];
    return { proxy, started, release, url, failures: () => failures, out };
  };

  test('it goes on serving without the database, and prints the key and publishes once it is back', async () => {
    const { proxy, started, release, url, failures } = await startThrough();
    proxy.refuse();
    release();
    await waitUntil('it says that it tries again', () => failures().includes('no demo key yet'));
    expect((await fetch(`${url}/api/v1/timetables`)).status).toBe(401);
    proxy.accept();
    const { key } = await readGreeting(started);
    expect(await list(url, key)).toMatchObject({ status: 200 });
    started.child.kill('SIGTERM');
    expect(await started.finished).toMatchObject({ code: 0 });
  });

  test('SIGTERM ends it while the database is away', async () => {
    const { proxy, started, release, failures } = await startThrough();
    proxy.refuse();
    release();
    await waitUntil('it says that it tries again', () => failures().includes('no demo key yet'));
    started.child.kill('SIGTERM');
    expect(await started.finished).toMatchObject({ code: 0 });
  });

  test('SIGTERM ends it while the database does not answer a statement', async () => {
    const { proxy, started } = await startThrough();
    proxy.freeze();
    started.child.kill('SIGTERM');
    const { code, stderr } = await started.finished;
    expect(stderr).toContain('did not finish within 30 s');
    expect(code).toBe(1);
  });
});

// test/database/connect/embedded.system.test.ts tests the same with the database alone.
test.skipIf(!thorough)('a watch beside npm start takes the embedded database over when that is killed', async () => {
  const folder = await temporaryFolder();
  const out = join(folder, 'out');
  const variables = {
    DATABASE_URL: undefined,
    BELFRY_DATA: join(folder, 'data'),
    BELFRY_OUT: out,
    BELFRY_BUCKET: undefined,
    PORT: '0',
    ADMIN_PORT: '0',
    DASHBOARD_PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const first = startCommand('start', [], variables);
  await readGreeting(first);
  const watching = startCommand('watch', [], variables);
  await watching.printed('Watching');
  first.child.kill('SIGKILL');
  await first.finished;
  // A heartbeat has the queue's length, so its writer has read the database; one may have been under way before.
  const store = folderStore(out);
  const { at } = (await readHeartbeat(store)) ?? { at: 0 };
  await waitUntil('the watcher speaks', async () => ((await readHeartbeat(store))?.at ?? 0) > at + 9_000);
  const organisations = await runLine('organisations list --json', variables);
  expect(JSON.parse(organisations.stdout)).toMatchObject({ organisations: [{ id: 'demo-school' }] });
  watching.child.kill('SIGTERM');
  expect(await watching.finished).toMatchObject({ code: 0 });
});
