// A PostgreSQL server that a test may restart: a new cluster from the installed programs. PostgreSQL refuses to run as root,
// so a test that runs as root gives it the account of the package.

import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import glob from 'fast-glob';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

type OwnPostgres = {
  connectionString: string;
  /** Ends every session at once, as a crash does, and starts the server again. */
  restart(): void;
};

/** Where `initdb` and `pg_ctl` are, or null where PostgreSQL is not installed; in CI that is an error. */
export function findPostgres(): string | null {
  const [initdb] = glob.sync(['/usr/lib/postgresql/*/bin/initdb', '/usr/local/bin/initdb']).sort().reverse();
  if (initdb !== undefined) return initdb.slice(0, -'/initdb'.length);
  if (process.env['CI']) throw new Error('PostgreSQL is not installed here, and CI must not skip what needs it');
  return null;
}

/**
 * A running server, until the test ends.
 * @param programs see `findPostgres`
 * @param options of the server, such as `-c wal_level=logical`
 */
export async function startOwnPostgres(programs: string, options = ''): Promise<OwnPostgres> {
  return startCluster(programs, options, (run, data) =>
    run('initdb', '--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync'),
  );
}

/** A hot standby of the server, which replays what that commits and only reads, until the test ends. */
export const startStandby = (programs: string, primary: OwnPostgres): Promise<OwnPostgres> =>
  startCluster(programs, '', (run, data) =>
    run(
      'pg_basebackup',
      '--pgdata',
      data,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
      '-d',
      primary.connectionString,
    ),
  );

type Run = (program: string, ...args: string[]) => void;

async function startCluster(
  programs: string,
  options: string,
  create: (run: Run, data: string) => void,
): Promise<OwnPostgres> {
  // The other account must be able to pass through the temporary folder; what is made in it is its own.
  const folder = mkdtempSync(join(tmpdir(), 'belfry-postgres-'));
  const account = accountForServers();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const data = join(folder, 'data');
  const run: Run = (program, ...args) =>
    // pg_basebackup is a client's program, which some packages put elsewhere.
    void execFileSync(existsSync(join(programs, program)) ? join(programs, program) : program, args, {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    });
  create(run, data);
  const settings = `-h 127.0.0.1 -p ${port} -c unix_socket_directories='' ${options}`;
  const control = (...args: string[]) => run('pg_ctl', ...args, '--wait', '--pgdata', data);
  const start = () => control('start', '--log', join(folder, 'log'), '--options', settings);
  start();
  onTestFinished(async () => {
    control('stop', '--mode=immediate');
    await rm(folder, { recursive: true });
  });
  return {
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart() {
      control('stop', '--mode=immediate');
      start();
    },
  };
}

/** The account for servers that refuse to run as root, or null if the test does not run as root. */
export function accountForServers(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}
