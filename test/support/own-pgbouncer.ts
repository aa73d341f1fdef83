// PgBouncer in front of the test's database, with the configuration of the guide; only addresses and authentication are
// replaced. It is Debian's package `pgbouncer`. Where it is not installed the tests that need it are skipped, and in CI they
// fail.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { openGuide } from './open-guide.ts';
import { accountForServers } from './own-postgres.ts';
import { waitUntil } from './wait-until.ts';

const program = '/usr/sbin/pgbouncer';

/** @throws Error in CI when it is missing, since tests must not be skipped there */
export function isPgBouncerInstalled(): boolean {
  if (existsSync(program)) return true;
  if (process.env['CI']) throw new Error('pgbouncer is not installed, and CI must not skip what needs it');
  return false;
}

export type OwnPgBouncer = {
  /** The address of the database through the pooler. */
  through(connectionString: string): string;
  /** Ends it at once, with all connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good; called by the caller. */
  close(): Promise<void>;
};

/**
 * @param connectionString of PostgreSQL itself
 * @param settings additional lines of the configuration
 */
export async function startPgBouncer(connectionString: string, settings = ''): Promise<OwnPgBouncer> {
  const { hostname, port: serverPort } = new URL(connectionString);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'belfry-pgbouncer-'));
  const account = accountForServers();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, await userList(connectionString));
  const file = join(folder, 'pgbouncer.ini');
  const put = { shown: openGuide('scripts/deploy/operating.md').take('ini', 'pgbouncer') };
  for (const [shown, own] of [
    ['timetables = host=db.internal port=5432', `* = host=${hostname} port=${serverPort || 5432}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['auth_type = scram-sha-256', 'auth_type = trust'],
    ['/etc/pgbouncer/userlist.txt', users],
  ] as const) {
    if (!put.shown.includes(shown)) throw new Error(`the guide's configuration has no ${shown}`);
    put.shown = put.shown.replace(shown, own);
  }
  writeFileSync(file, `${put.shown}\nunix_socket_dir =\n${settings}\n`);

  let child: ChildProcess | undefined;
  let log = '';
  async function start(): Promise<void> {
    const started = spawn(program, [file], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    started.stderr.on('data', (chunk) => {
      log += chunk;
    });
    await waitUntil('PgBouncer answers', async () => {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
      const client = new pg.Client({ connectionString: through(connectionString) });
      await client.connect();
      await client.end();
      return true;
    });
  }
  async function stop(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
  function through(address: string): string {
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return url.href;
  }
  async function close(): Promise<void> {
    await stop();
    await rm(folder, { recursive: true });
  }
  await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { through, stop, start, close };
}

/** Every role of the server, without passwords: connections are trusted, as by the tests' server. */
async function userList(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles where rolcanlogin');
  await client.end();
  const { username, password } = new URL(connectionString);
  return rows
    .map(({ name }) => `"${name}" "${name === decodeURIComponent(username) ? decodeURIComponent(password) : ''}"\n`)
    .join('');
}
