// The shipped units under a real systemd: in spite of their restrictions, node and the embedded database run,
// from the package; what the dashboard changes is served; and neither service can read the other's settings.
// @module-tag long

import { readFileSync } from 'node:fs';
import { chmod, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { askDashboard, newAdmin } from '../support/dashboard-process.ts';
import { createSchools, newKeyOf, publisherInto } from '../support/fault-schools.ts';
import { freePort } from '../support/free-port.ts';
import { unpackPackage } from '../support/packed-package.ts';
import { type RawClient, rawClient } from '../support/raw-client.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { proxiedName, startTlsProxy } from '../support/tls-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { canRunSystemd, type OwnSystemd, startSystemd } from './own-systemd.ts';

const deploy = (name: string) => readFileSync(join(repositoryFolder, 'scripts/deploy', name), 'utf8');
const unit = (name: string) => deploy(name).replace('/usr/bin/node', process.execPath);
const settings = { BELFRY_OUT: '/var/lib/belfry/out', BELFRY_DATA: '/var/lib/belfry/data' };
const linesOf = (variables: Record<string, string>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
const secret = 'secret-of-the-publisher';

const names = ['belfry-serve', 'belfry-watch', 'belfry-dashboard'];

/** Lets `systemd-run` reach systemd. */
const bus = ['dbus.socket', 'dbus.service'];

const requests = 10_000;

/** Eight callers that keep their connections, one request after the other. @returns what went wrong */
async function callUntil(client: RawClient, isOver: () => boolean, onAnswer: () => void): Promise<string[]> {
  const lost: string[] = [];
  const call = async () => {
    while (!isOver()) {
      const outcome = await client.call({ path: listPath }).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (outcome !== '401') lost.push(outcome);
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, call));
  return lost;
}

/** The guide's command for publishing by hand. */
const byHand = /^ {4}systemd-run (?:.*\\\n)+.*$/m.exec(deploy('README.md'))?.[0].trim() ?? '';

/** A database with an admin and a school whose key is published, and nothing else: the units publish the rest. */
async function makeState(folder: string): Promise<{ id: string; key: string; token: string }> {
  const open = await openDatabase({ url: undefined, folder: join(folder, 'data') });
  const { database } = open;
  await migrate(database);
  await createSchools(database, ['north']);
  const made = await newKeyOf(database, publisherInto(join(folder, 'out')), 'north');
  const { token } = await newAdmin(open, 'operator');
  await open.close();
  return { ...made, token };
}

describe.skipIf(!canRunSystemd)('under systemd (needs root, namespaces and cgroup v2)', () => {
  let machine: OwnSystemd;
  let address: string;
  let dashboard: string;
  let made: Awaited<ReturnType<typeof makeState>>;

  beforeAll(async () => {
    const state = await temporaryFolder(whenFileEnds);
    made = await makeState(state);
    // What `npm install --prefix /opt/belfry` gives.
    const installed = await temporaryFolder(whenFileEnds);
    await unpackPackage(installed);
    const modules = join(installed, 'node_modules');
    await cp(join(repositoryFolder, 'node_modules/@electric-sql'), join(modules, '@electric-sql'), { recursive: true });
    await chmod(installed, 0o755);
    machine = await startSystemd(await temporaryFolder(whenFileEnds), {
      installed,
      units: Object.fromEntries([
        ...names.map((name) => [`${name}.service`, unit(`${name}.service`)]),
        ['belfry-serve.socket', unit('belfry-serve.socket').replace('8080', String(await freePort()))],
        ...bus.map((name) => [name, readFileSync(join('/lib/systemd/system', name), 'utf8')]),
      ]),
      settings: {
        'serve.env': linesOf({ BELFRY_OUT: settings.BELFRY_OUT, ADMIN_PORT: '0' }),
        'watch.env': linesOf({ ...settings, AWS_SECRET_ACCESS_KEY: secret }),
        'keys.env': linesOf(settings),
        'dashboard.env': linesOf({ ...settings, DASHBOARD_PORT: '0' }),
      },
      accounts: (deploy('README.md').match(/^(?:group|user)add .*$/gm) ?? []).join('\n'),
      state,
    });
    await waitUntil('all have begun', () => {
      address = /Serving on (\S+),/.exec(machine.log('belfry-serve.service'))?.[1] ?? '';
      dashboard = /Dashboard on (\S+)\./.exec(machine.log('belfry-dashboard.service'))?.[1] ?? '';
      const isWatching = machine.log('belfry-watch.service').includes('Watching for changes');
      return address !== '' && dashboard !== '' && isWatching;
    });
  });
  afterAll(() => machine?.stop());

  const processOf = (name: string) => machine.run(`systemctl show --property=MainPID --value ${name}`).stdout.trim();

  const list = async (key = made.key) =>
    (await fetch(`${address}${listPath}`, { headers: { Authorization: `Bearer ${key}` } })).status;

  test('what belfry-watch publishes, belfry-serve serves', async () => {
    await waitUntil('the list is served', async () => (await list()) === 200);
    await waitUntil('the viewer is served', async () => (await fetch(address)).status === 200);
  });

  test('a key that belfry-dashboard makes is served, and is refused when it has revoked it; its page is there', async () => {
    const path = '/control/v1/organisations/north/keys';
    const ask = (method: string, path: string, body?: object) =>
      askDashboard(dashboard, { who: made.token, method, path, ...(body && { body }) });
    const created = await ask('POST', path, { name: 'from the page' });
    expect(created.status, created.text).toBe(201);
    expect(await list(String(created.body['key']))).toBe(200);
    expect((await ask('DELETE', `${path}/${created.body['id']}`)).status).toBe(204);
    expect(await list(String(created.body['key']))).toBe(401);
    const page = await fetch(dashboard);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')]);
    // Its thread runs under the same restrictions.
    const begun = await ask('POST', '/control/v1/organisations/north/builds', { full: true });
    const builds = `/control/v1/organisations/north/builds/${begun.body['id']}`;
    await waitUntil('it is built', async () => (await ask('GET', builds)).body['state'] === 'done');
  });

  test("what the guide's command publishes by hand is served too", async () => {
    const command = byHand
      .replace('key_...', made.id)
      .replace('node_modules/.bin/belfry', `${process.execPath} node_modules/belfry/dist/belfry.js`);
    expect(machine.run(command)).toMatchObject({ status: 0, stdout: expect.stringContaining(made.id) });
    expect(await list()).toBe(401);
  });

  test(`a new release loses none of ${requests} requests, through nginx or directly, with one process or two`, async () => {
    const { port } = new URL(address);
    const proxy = await startTlsProxy('nginx', Number(port));
    onTestFinished(() => proxy.stop());
    const clients = [rawClient(proxy.port, { servername: proxiedName, ca: proxy.ca }), rawClient(Number(port))];
    let [answered, isOver] = [0, false];
    const calling = clients.map((client) =>
      callUntil(
        client,
        () => isOver,
        () => answered++,
      ),
    );
    const [, secondCore = ''] = /```sh\n(cp \/etc\/belfry\/serve\.env .*?)```/s.exec(deploy('operating.md')) ?? [];
    const [, restart = ''] = /^ {4}(systemctl restart belfry-serve)$/m.exec(deploy('operating.md')) ?? [];
    /** While it restarts, callers go on calling. */
    const restarted = async (name: string) => {
      const before = processOf(name);
      machine.run(`${restart.replace('belfry-serve', name)} > /dev/null 2>&1 &`);
      await waitUntil(`${name} is another process`, () => !['0', before].includes(processOf(name)));
      const further = answered + 500;
      await waitUntil('callers are answered', () => answered > further);
    };
    for (let round = 0; round < 2; round++) await restarted('belfry-serve');
    expect(secondCore).toContain('ADMIN_PORT=8091');
    machine.run('cp -r /etc/systemd/system/belfry-serve.service.d /etc/systemd/system/belfry-serve-2.service.d'); // its log
    expect(machine.run(`set -e\n${secondCore.replace('8091', '0')}`)).toMatchObject({ status: 0 });
    await waitUntil('the second serves', () => machine.log('belfry-serve.service').match(/Serving on/g)?.length === 4); // it has a log with the first
    while (answered < requests) for (const name of ['belfry-serve', 'belfry-serve-2']) await restarted(name);
    isOver = true;
    expect(await Promise.all(calling)).toEqual([[], []]);
    for (const client of clients) client.close();
  });

  test.each(names)('%s runs without any right beyond its own', (name) => {
    const { stdout } = machine.run(`cat /proc/${processOf(name)}/status`);
    for (const line of ['NoNewPrivs:\t1', 'Seccomp:\t2', 'CapBnd:\t0000000000000000', 'CapEff:\t0000000000000000'])
      expect(stdout).toContain(`${line}\n`);
    expect(machine.run(`systemctl show --property=NRestarts --value ${name}`).stdout).toBe('0\n');
  });

  test("the server's user can read only the published output of the publisher, and write nowhere", () => {
    const environment = `cat /proc/${processOf('belfry-watch')}/environ`;
    expect(machine.run(environment).stdout).toContain(secret);
    for (const asked of [
      environment,
      'cat /etc/belfry/watch.env',
      `ls ${settings.BELFRY_DATA}`,
      `touch ${settings.BELFRY_OUT}/mine`,
      `rm -f ${settings.BELFRY_OUT}/site/index.html`,
    ]) {
      const { status, stdout, stderr } = machine.run(asked, 'belfry-serve');
      expect([asked, status, stdout]).toEqual([asked, expect.any(Number), '']);
      expect(stderr).toMatch(/Permission denied/);
    }
    expect(machine.run(`cat ${settings.BELFRY_OUT}/publisher.json`, 'belfry-serve').status).toBe(0);
  });

  test("the publisher's user cannot read the server's settings", () => {
    for (const asked of [`cat /proc/${processOf('belfry-serve')}/environ`, 'cat /etc/belfry/serve.env'])
      expect(machine.run(asked, 'belfry-watch').stderr).toMatch(/Permission denied/);
  });

  test('no other user can read the published output', () => {
    expect(machine.run('find /var/lib/belfry -perm /007 -not -path "/var/lib/belfry/data/*"').stdout).toBe('');
    expect(machine.run(`ls ${settings.BELFRY_OUT}`, 'nobody').stderr).toMatch(/Permission denied/);
  });

  test('all stop on SIGTERM, before systemd has to kill them', () => {
    expect(machine.run(`systemctl stop ${names.join(' ')}`).status).toBe(0);
    for (const name of names)
      expect(machine.run(`systemctl show --property=Result --value ${name}`).stdout).toBe('success\n');
  });
});
