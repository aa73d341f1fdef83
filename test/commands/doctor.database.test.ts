// `doctor` against real faults, one at a time: a line for each, what to do next, and the exit code.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { checkAudit } from '../../src/doctor/check-admins.ts';
import { judgeClock } from '../../src/doctor/check-clocks.ts';
import { judgeSpace } from '../../src/doctor/check-disk.ts';
import { checkGrants } from '../../src/doctor/check-grants.ts';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { StoreError } from '../../src/errors.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { probeStore } from '../../src/store/probe-store.ts';
import { storeFailure } from '../../src/store/store.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { createGuideRoles } from '../support/create-guide-roles.ts';
import { dashboardProcess } from '../support/dashboard-process.ts';
import { bucketOutput } from '../support/published-output.ts';
import { type CommandEnvironment, commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { runningAdmin } from '../support/running-admin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let folder: string;
let out: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  out = join(folder, 'out');
  await bindTestStore(open, out);
});

// The embedded server that tests share is reached like any other and delivers no notifications. An address that refuses says
// so at once, where `doctor` would wait for one.
const environment = () => ({
  ...commandEnvironment(open, out),
  BELFRY_LISTEN_URL: inject('serverUrl') === null ? 'postgres://x@127.0.0.1:1/x' : undefined,
});

async function doctor(variables: CommandEnvironment = {}, service?: string) {
  const line = `doctor --json${service === undefined ? '' : ` --for ${service}`}`;
  const { code, stdout, stderr } = await runHere(line, { ...environment(), ...variables });
  const { diagnoses }: { diagnoses: Diagnosis[] } = JSON.parse(stdout);
  return { code, stderr, of: new Map(diagnoses.map((each) => [each.check, each])) };
}

test('a new installation: everything is in order but the watcher', async () => {
  const { code, stderr, of } = await doctor();
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: not in order: watcher\n' });
  const unheard = {
    check: 'notifications',
    outcome: 'limited',
    found: expect.stringContaining('do not arrive: cannot listen at 127.0.0.1:1/x'),
  };
  // Whether the server has autovacuum, and what else it runs, is its own matter.
  const ofServer = ['autovacuum', 'snapshots'];
  expect([...of.values()].filter(({ check, outcome }) => outcome !== 'ok' && !ofServer.includes(check))).toEqual([
    {
      check: 'watcher',
      outcome: 'wrong',
      found: expect.stringContaining('no publisher'),
      next: expect.stringContaining('npm run watch'),
    },
    ...(inject('serverUrl') === null ? [expect.objectContaining(unheard)] : []),
  ]);
  expect([...of.keys()]).toEqual([
    ...['settings', 'store', 'disk space', 'clock of the store', 'watcher'],
    ...['database', 'grants', 'relations', 'row security', 'triggers', 'time zones', 'notifications'],
    ...['queue', 'webhooks', 'autovacuum', 'snapshots', 'timeouts', 'locks'],
    ...['clock of the database', 'binding', 'freshness'],
    ...['TLS certificate', 'dashboard', 'admins', 'audit', 'servers'],
  ]);
});

test('after a build everything is in order, with one line for each check', async () => {
  const variables = environment();
  await runHere('build', variables);
  const { code, stdout, stderr } = await runLine('doctor', variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ok {7}settings: /m);
  expect(stdout).toMatch(/^limited {2}watcher: none runs; .*\n {9}Next: Start `npm run watch`/m);
});

describe('--for a service', () => {
  const ofDatabase = ['database', 'grants', 'relations', 'row security', 'triggers', 'time zones'];

  test.each([
    ['serve', ['settings', 'store', 'watcher', 'TLS certificate']],
    [
      'watch',
      [
        ...['settings', 'store', 'disk space', 'clock of the store', 'watcher', ...ofDatabase, 'notifications'],
        ...[
          'queue',
          'webhooks',
          'autovacuum',
          'snapshots',
          'timeouts',
          'locks',
          'clock of the database',
          'binding',
          'freshness',
        ],
      ],
    ],
    [
      'dashboard',
      [
        ...['settings', 'store', 'disk space', 'clock of the store', 'watcher', ...ofDatabase, 'timeouts'],
        ...['clock of the database', 'binding', 'freshness'],
        ...['TLS certificate', 'dashboard', 'admins', 'audit', 'servers'],
      ],
    ],
  ])('%s: what it needs, and no more', async (service, checks) => {
    const { of } = await doctor({}, service);
    expect([...of.keys()]).toEqual(checks);
  });

  test('serve: neither a database nor a setting of another service is looked at, and nothing is written', async () => {
    const before = await readdir(out, { recursive: true });
    const others = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', BELFRY_SERVERS: 'nowhere' };
    const { code, of } = await doctor(others, 'serve');
    expect([code, of.get('store')?.found]).toEqual([0, `${out} can be read`]);
    expect(await readdir(out, { recursive: true })).toEqual(before);
  });

  test('serve: a store where nothing was published is another than the publisher’s', async () => {
    const { code, of } = await doctor({ BELFRY_OUT: join(folder, 'nothing') }, 'serve');
    expect(code).toBe(1);
    expect(of.get('store')).toMatchObject({ outcome: 'wrong', next: expect.stringContaining('BELFRY_OUT') });
  });
});

test('no advice gives the user of the server what separates it from the publisher', async () => {
  const unwritable = {
    ...folderStore(out),
    write: () => Promise.reject(new StoreError('write', 'x', { cause: 'EACCES' })),
  };
  const [finding] = await probeStore(unwritable, 'test');
  expect(finding?.advice).toContain('run this as that user');
  expect(finding?.advice).not.toMatch(/give/i);
});

test('on a full disk the line of the store names it', async () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const full = { ...folderStore(out), write: () => Promise.reject(storeFailure('write', 'x', cause)) };
  const [finding] = await probeStore(full, 'test');
  expect(finding).toMatchObject({ outcome: 'failed', advice: expect.stringContaining(`of ${out} is full`) });
});

test('disabled and missing triggers are named, with their repair', async () => {
  await sql`alter table lesson_unit disable trigger mark_update; drop trigger mark_insert on room;
    alter table organisation disable trigger draw_handle`.execute(open.database);
  const { code, of } = await doctor();
  await sql`alter table lesson_unit enable trigger mark_update;
    alter table organisation enable trigger draw_handle`.execute(open.database);
  expect(await migrate(open.database)).toEqual(['triggers']);
  expect((await doctor()).of.get('triggers')).toMatchObject({ outcome: 'ok' });
  expect(code).toBe(1);
  expect(of.get('triggers')).toMatchObject({
    outcome: 'wrong',
    found: expect.stringMatching(
      /mark_insert on room is missing, mark_update on lesson_unit is disabled, draw_handle on organisation is disabled/,
    ),
    next: expect.stringMatching(
      /alter table lesson_unit enable trigger mark_update; .*`npm run migrate` makes the missing ones; then/,
    ),
  });
});

test.each<[string, () => CommandEnvironment | Promise<CommandEnvironment>, number, string, RegExp]>([
  ['an invalid setting', () => ({ PORT: 'http' }), 1, 'settings', /PORT must be a port number .*, not http/],
  [
    'a bucket without credentials',
    () => ({ BELFRY_BUCKET: 's3://timetables', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }),
    1,
    'settings',
    /^a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  ],
  [
    'no database',
    () => ({ DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' }),
    3,
    'database',
    /cannot reach PostgreSQL at 127\.0\.0\.1:1\/x/,
  ],
  [
    'no embedded database',
    () => ({ DATABASE_URL: undefined, BELFRY_DATA: join(folder, 'none') }),
    1,
    'database',
    /holds no embedded one/,
  ],
  [
    'a store of another database',
    async () => {
      const other = join(folder, 'other');
      await mkdir(join(other, 'organisations', 'somebody'), { recursive: true });
      return { BELFRY_OUT: other };
    },
    1,
    'binding',
    /do not belong together/,
  ],
  [
    'a store that is a file',
    async () => {
      await writeFile(join(folder, 'file'), '');
      return { BELFRY_OUT: join(folder, 'file') };
    },
    3,
    'store',
    /write: /,
  ],
  ['TLS_CERT without TLS_KEY', () => ({ TLS_CERT: '/nowhere' }), 1, 'TLS certificate', /TLS_KEY is not set/],
  [
    'a certificate that expires soon, with the key of another',
    async () => {
      await certificate('one', 5);
      await certificate('two', 5);
      return { TLS_CERT: join(folder, 'one.pem'), TLS_KEY: join(folder, 'two.key') };
    },
    1,
    'TLS certificate',
    /the key of another certificate/,
  ],
])('%s', async (_, prepare, code, check, sentence) => {
  const found = await doctor(await prepare());
  expect(found.code).toBe(code);
  expect(found.of.get(check)?.found).toMatch(sentence);
  expect(JSON.stringify([...found.of])).not.toContain('secret');
});

test('a certificate that expires soon is limited, and exits with 0', async () => {
  await certificate('soon', 5);
  const { of } = await doctor({ TLS_CERT: join(folder, 'soon.pem'), TLS_KEY: join(folder, 'soon.key') });
  expect(of.get('TLS certificate')).toMatchObject({ outcome: 'limited', found: expect.stringContaining('expires in') });
});

async function certificate(name: string, days: number): Promise<void> {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  const subject = ['-days', String(days), '-subj', '/CN=school.example'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'pipe' });
  await chmod(join(folder, `${name}.key`), 0o600);
}

test('admins: that there is none, that all have expired, that no operator is left, and which expire soon', async () => {
  const { database } = open;
  const admins = async () => (await doctor()).of.get('admins');
  expect(await admins()).toMatchObject({
    outcome: 'ok',
    found: expect.stringContaining('admins -- create --name NAME'),
  });
  const add = (id: string, days: number | null, role = 'operator') =>
    sql`insert into admin (id, name, role, sha256, expires_at) values
      (${id}, 'Ada', ${role}, encode(sha256(${id}::bytea), 'hex'), now() + make_interval(days => ${days}))`.execute(
      database,
    );
  await add('adm_expired', -1);
  expect(await admins()).toMatchObject({
    outcome: 'limited',
    found: 'nobody can sign in: all have expired (adm_expired)',
    next: expect.stringContaining('admins -- create'),
  });
  await add('adm_soon', 5);
  expect(await admins()).toMatchObject({ outcome: 'limited', found: '1 can sign in; expired: adm_expired' });
  await sql`update admin set revoked_at = now() where id = 'adm_expired'`.execute(database);
  expect(await admins()).toMatchObject({
    outcome: 'limited',
    found: expect.stringMatching(/14 days expire: adm_soon$/),
  });
  await add('adm_good', null);
  await sql`update admin set revoked_at = now() where id = 'adm_soon'`.execute(database);
  expect(await admins()).toMatchObject({ outcome: 'ok', found: '1 can sign in, 1 as operator' });
  await sql`delete from admin`.execute(database);
  await add('adm_viewer', null, 'viewer');
  expect(await admins()).toMatchObject({ outcome: 'limited', found: '1 can sign in, and none is an operator' });
  expect((await doctor()).of.get('audit')).toMatchObject({ outcome: 'ok', found: expect.stringContaining('owns it') });
  await sql`delete from admin`.execute(database);
});

test('a server that does not answer is named, with its address and the reason', async () => {
  const { code, of } = await doctor({ BELFRY_SERVERS: 'http://127.0.0.1:1' });
  expect(code).toBe(1);
  expect(of.get('servers')).toMatchObject({
    outcome: 'wrong',
    found: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1: /),
    next: expect.stringContaining('ADMIN_PORT'),
  });
  const { url, uses } = await runningAdmin(folderStore(out));
  uses.note('key_a', Date.now());
  const answered = (await doctor({ BELFRY_SERVERS: url })).of.get('servers');
  expect(answered).toMatchObject({ outcome: 'ok', found: expect.stringContaining('last use of 1 keys') });
});

describe('the address of the dashboard', () => {
  const found = async (variables: CommandEnvironment) => (await doctor(variables)).of.get('dashboard');
  /** The port of a program that answers so. */
  const answering = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    return String(Reflect.get(Object(server.address()), 'port'));
  };

  test('where a dashboard runs, it answers; without one nothing is wrong', async () => {
    const ends: (() => Promise<void>)[] = [];
    const { url } = await dashboardProcess(open, out, (end) => ends.push(end));
    const DASHBOARD_PORT = new URL(url).port;
    expect(await found({ DASHBOARD_PORT })).toMatchObject({ outcome: 'ok', found: `it answers on ${url}` });
    for (const end of ends) await end();
    expect(await found({ DASHBOARD_PORT })).toMatchObject({
      outcome: 'ok',
      found: expect.stringContaining('none runs'),
    });
  });

  test.each<[string, RequestListener, RegExp]>([
    ['another website', (_, response) => response.end('hello'), /another program answers on http:\/\/127/],
    ['what is no HTTP', ({ socket }) => socket.end('SSH-2.0\r\n'), /another program answers/],
    ['what never answers', () => {}, /no answer within 2 s/],
  ])('%s there is named', async (_, listener, reason) => {
    const DASHBOARD_PORT = await answering(listener);
    expect(await found({ DASHBOARD_PORT })).toMatchObject({
      outcome: 'wrong',
      found: expect.stringMatching(reason),
      next: expect.stringContaining('DASHBOARD_PORT'),
    });
  });

  test('beyond loopback without TLS is said, and with TLS it is not', async () => {
    const beyond = { DASHBOARD_HOST: '0.0.0.0', DASHBOARD_PORT: '0' };
    expect(await found(beyond)).toMatchObject({ outcome: 'limited', next: expect.stringContaining('TLS_CERT') });
    await certificate('dashboard', 50);
    const tls = { TLS_CERT: join(folder, 'dashboard.pem'), TLS_KEY: join(folder, 'dashboard.key') };
    expect(await found({ ...beyond, ...tls })).toMatchObject({ outcome: 'ok' });
  });
});

test.each([
  [10_000, 'ok'],
  [14_900, 'ok'],
  [4_000, 'wrong'],
  [17_500, 'wrong'],
  [Number.NaN, 'wrong'],
])('a clock that shows %s between 10000 and 12000 is %s', (at, outcome) => {
  expect(judgeClock('clock', at, [10_000, 12_000]).outcome).toBe(outcome);
});

test.each([
  [{ bytes: 1e12, inodes: 1e6 }, 'ok'],
  [{ bytes: 1e12, inodes: null }, 'ok'],
  [{ bytes: 1e8, inodes: 1e6 }, 'wrong'],
  [{ bytes: 1e12, inodes: 100 }, 'wrong'],
])('free disk space of %j is %s', (free, outcome) => {
  expect(judgeSpace('out', free).outcome).toBe(outcome);
});

test('a disk whose reserve is all that is left says that documents are not published', () => {
  const left = { bytes: 1e8, inodes: null, reserve: 2e8 };
  expect(judgeSpace('out', left).found).toContain('keeps for access: documents are not published, and revocations are');
});

describe('grants (a server alone has roles)', { tags: 'server' }, () => {
  let owner: pg.Client;
  let roles: Awaited<ReturnType<typeof createGuideRoles>>;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: open.connectionString });
    await owner.connect();
    roles = await createGuideRoles(owner, open.connectionString);
  });
  afterAll(async () => {
    await roles?.drop();
    await owner?.end();
  });
  async function grantsOf(role: string): Promise<Diagnosis> {
    const as = await openDatabase({ url: roles.urlOf(role), folder: '' });
    return checkGrants(as.database).finally(() => as.close());
  }

  test.each([
    ['publisher', 'watch, build, bind, status, rollback and forget'],
    ['import', 'import, export, calendar and days'],
    ['keys', 'keys'],
    ['links', 'links'],
    ['organisations', 'organisations'],
    ['control', 'import, export, calendar and days; keys; links; organisations; dashboard'],
    ['admins', 'admins and audit'],
  ])('the role %s of the guide may run %s, and no other commands', async (role, commands) => {
    expect(await grantsOf(role)).toMatchObject({
      outcome: 'ok',
      found: `the role ${roles.names[role]} may run ${commands}`,
    });
  });

  test.each([
    ['watch', 'publisher', 'control'],
    ['dashboard', 'control', 'publisher'],
  ] as const)('for %s the role is %s, and %s lacks grants', async (service, role, other) => {
    const of = async (name: string) => {
      const as = await openDatabase({ url: roles.urlOf(name), folder: '' });
      return checkGrants(as.database, service).finally(() => as.close());
    };
    expect(await of(role)).toMatchObject({ outcome: 'ok' });
    expect(await of(other)).toMatchObject({ outcome: 'wrong', next: expect.stringContaining('grant ') });
  });

  test('a role that may change the audit is told so', async () => {
    const auditOf = async (role: string) => {
      const as = await openDatabase({ url: roles.urlOf(role), folder: '' });
      return checkAudit(as.database).finally(() => as.close());
    };
    expect(await auditOf('publisher')).toMatchObject({ outcome: 'ok', found: expect.stringContaining('neither') });
    await owner.query(`grant select, delete on audit to ${roles.names['editor']}`);
    expect(await auditOf('editor')).toMatchObject({
      outcome: 'limited',
      next: expect.stringContaining(`revoke delete on audit from ${roles.names['editor']}`),
    });
  });

  test('a missing grant is printed as SQL', async () => {
    await owner.query(`revoke insert on pending_change, held_removal from ${roles.names['keys']}`);
    expect(await grantsOf('keys')).toMatchObject({
      outcome: 'limited',
      next: expect.stringContaining(`grant insert on held_removal, pending_change to ${roles.names['keys']}`),
    });
    expect(await grantsOf('editor')).toMatchObject({ outcome: 'wrong' });
  });
});

describe.skipIf(inject('bucket') === null)("a bucket (needs Ceph's radosgw)", () => {
  // One that no other store was bound to.
  const unbound = useTestDatabase();
  const output = () => bucketOutput(bucketOfTest());
  const examine = async (variables: CommandEnvironment) =>
    doctor({ DATABASE_URL: unbound.connectionString, ...variables });

  test('is checked like a folder, except for disk space', async () => {
    const { variables } = output();
    const before = await examine(variables);
    expect([before.code, before.stderr]).toEqual([1, 'error: not in order: watcher\n']);
    expect([...before.of.keys()]).not.toContain('disk space');
    await runHere('build', { ...commandEnvironment(unbound, ''), ...variables });
    const { code, of } = await examine(variables);
    expect([code, of.get('store')?.outcome, of.get('clock of the store')?.outcome]).toEqual([0, 'ok', 'ok']);
    expect(of.get('watcher')?.found).toMatch(/^none runs; the last build was \d+ s ago$/);
    expect(of.get('binding')?.found).toBe(`the database publishes to ${variables['BELFRY_BUCKET']}`);
  });

  test.each([
    ['a key that is not its', { AWS_ACCESS_KEY_ID: 'nobody' }, /write: /],
    ['a bucket that does not exist', { BELFRY_BUCKET: 's3://nowhere/x' }, /write: /],
    ['an address where nothing answers', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }, /write: /],
  ])('%s makes the store unreachable, which is reported once', async (_, wrong, sentence) => {
    const { code, of } = await examine({ ...output().variables, ...wrong });
    expect(of.get('store')).toMatchObject({ outcome: 'unreachable', found: expect.stringMatching(sentence) });
    expect([code, of.has('watcher')]).toEqual([3, false]);
    expect(JSON.stringify([...of])).not.toContain(bucketOfTest().bucket.secretAccessKey);
  });
});
