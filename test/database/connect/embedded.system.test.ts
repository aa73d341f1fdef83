// @module-tag long
import { mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openEmbeddedServer } from '../../../src/database/connect/embedded.ts';
import { type OpenDatabase, openDatabase } from '../../../src/database/connect/open-database.ts';
import { copyDatabase } from '../../support/embedded-servers.ts';
import { mayMount, mountDisk, resizeDisk } from '../../support/mount-disk.ts';
import { repositoryFolder, startProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ifThorough, thorough } from '../../support/thoroughness.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** A database folder to copy. */
let fresh: string;

beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await (await openEmbeddedServer(fresh)).close();
});
afterAll(() => rm(fresh, { recursive: true }));

async function databaseFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await copyDatabase(fresh, folder);
  return folder;
}

const program = join(repositoryFolder, 'test/support/embedded-client.ts');

/** A process that writes notes into the database of the folder. */
function startClient(folder: string, name: string, count: number, hold = false) {
  const started = startProcess([program, folder, name, String(count), ...(hold ? ['hold'] : [])]);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

async function openHere(folder: string): Promise<OpenDatabase> {
  const open = await openDatabase({ url: undefined, folder });
  onTestFinished(() => open.close().catch(() => {}));
  return open;
}

async function countNotes({ database }: OpenDatabase): Promise<Record<string, number>> {
  const { rows } = await sql<{ writer: string; count: number }>`
    select writer, count(*)::int as count from note group by writer`.execute(database);
  return Object.fromEntries(rows.map(({ writer, count }) => [writer, count]));
}

// initdb is slow, and its result changes only with the version of PGlite, which package.json pins. Belfry starts it with buffers
// of its own size.
test.runIf(thorough)('a new database equals the one that initdb of the installed PGlite makes', async () => {
  const catalogue = `select version(), (select jsonb_agg(relname order by relname) from pg_class) as relations,
    (select count(*)::int from pg_proc) as functions, (select count(*)::int from pg_type) as types,
    (select jsonb_agg(datname || datcollate || pg_encoding_to_char(encoding) order by datname) from pg_database) as databases,
    (select jsonb_object_agg(name, setting) from pg_settings
      where source = 'configuration file' and name <> 'shared_buffers') as settings`;
  const made = await PGlite.create();
  const expected = await made.query(catalogue);
  await made.close();
  const { database } = await openHere(await databaseFolder());
  expect((await sql.raw(catalogue).execute(database)).rows).toEqual(expected.rows);
});

test('a database whose creation was killed is created again', async () => {
  const folder = await databaseFolder();
  await rm(join(folder, 'postgres', 'global'), { recursive: true });
  await writeFile(join(folder, 'postgres.unfinished'), '');
  const { database } = await openHere(folder);
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
  expect(await readdir(folder)).not.toContain('postgres.unfinished');
});

test('a folder whose path is too long for a socket is refused, with the remedy', async () => {
  const folder = await temporaryFolder();
  const inLength = (bytes: number) =>
    join(folder, 'x'.repeat(bytes - folder.length - '/'.length - '/.s.PGSQL.5432'.length));
  const longest = process.platform === 'linux' ? 107 : 103;
  await expect(openEmbeddedServer(inLength(longest + 3))).rejects.toThrow(/is 3 bytes too long .* set BELFRY_DATA/);
  const fits = await openEmbeddedServer(inLength(longest));
  await fits.close();
});

test.skipIf(!mayMount())('a full disk is reported, and the database is created once there is space', async () => {
  const folder = await mountDisk('8m');
  await expect(openEmbeddedServer(folder)).rejects.toThrow(/no space is left on the disk/);
  resizeDisk(folder, '200m');
  const { database } = await openHere(folder);
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test('a second process finds the running server by its socket and shares it', async () => {
  const folder = await databaseFolder();
  const owner = startClient(folder, 'owner', 3, true);
  await owner.printed('written');
  const open = await openHere(folder);
  expect(await countNotes(open)).toEqual({ owner: 3 });
  await sql`insert into note values ('guest', 1)`.execute(open.database);
  await open.close(); // ends what this process started, which is nothing
  const again = await openHere(folder);
  expect(await countNotes(again)).toEqual({ owner: 3, guest: 1 });
});

test('processes that start at the same time share one server, and no write is lost', async () => {
  const folder = await databaseFolder();
  const names = ['a', 'b', 'c', ...ifThorough(['d', 'e'])];
  const clients = names.map((name) => startClient(folder, name, 20));
  for (const { code, stderr } of await Promise.all(clients.map(({ finished }) => finished)))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await countNotes(await openHere(folder))).toEqual(Object.fromEntries(names.map((name) => [name, 20])));
});

test('after the owner was killed the next process starts the server, and the data is intact', async () => {
  const folder = await databaseFolder();
  const owners = ['first', ...ifThorough(['second'])];
  for (const name of owners) {
    const owner = startClient(folder, name, 10, true);
    await owner.printed('written');
    owner.child.kill('SIGKILL');
    await owner.finished;
  }
  expect(await countNotes(await openHere(folder))).toEqual(Object.fromEntries(owners.map((name) => [name, 10])));
});

/** A process that writes notes one after the other, and the number of those that were committed. */
function startWriter(folder: string, name: string, ...openTimeout: string[]) {
  const started = startProcess([
    join(repositoryFolder, 'test/support/embedded-writer.ts'),
    folder,
    name,
    ...openTimeout,
  ]);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  let [printed, failed] = ['', ''];
  started.child.stdout?.on('data', (text) => {
    printed += text;
  });
  started.child.stderr?.on('data', (text) => {
    failed += text;
  });
  const written = () => printed.match(/^written \d+$/gm)?.length ?? 0;
  const writesOn = async () => {
    const before = written();
    await waitUntil(`${name} writes on: ${failed}`, () => written() > before + 5);
  };
  return { ...started, name, written, writesOn };
}

test('when the process that runs the server is killed, another takes over, and no committed write is lost', async () => {
  const folder = await databaseFolder();
  const first = startWriter(folder, 'first');
  await first.printed('opened');
  const writers = ['a', 'b', ...ifThorough(['c'])].map((name) => startWriter(folder, name));
  await Promise.all([first, ...writers].map(({ writesOn }) => writesOn()));
  // The first runs the server, then one of the others.
  for (const killed of [first, ...writers.slice(0, -1)]) {
    killed.child.kill('SIGKILL');
    await killed.finished;
    const left = writers.filter(({ child }) => child.signalCode === null);
    await Promise.all(left.map(({ writesOn }) => writesOn()));
  }
  const known = Object.fromEntries([first, ...writers].map(({ name, written }) => [name, written()]));
  const stored = await countNotes(await openHere(folder));
  for (const [name, count] of Object.entries(known)) expect([name, (stored[name] ?? 0) >= count]).toEqual([name, true]);
});

test('a process that closes hands the server over to those that still use it', async () => {
  const folder = await databaseFolder();
  const server = await openEmbeddedServer(folder);
  const writer = startWriter(folder, 'writer');
  await writer.writesOn();
  await server.close();
  await writer.writesOn();
});

test('a suspended process keeps the lock, even when its backlog of connections is full', async () => {
  const folder = await databaseFolder();
  const owner = startWriter(folder, 'owner');
  await owner.writesOn();
  owner.child.kill('SIGSTOP');
  // More connections than the socket's backlog: the kernel refuses the next with EAGAIN, although the owner is alive.
  const waiting: Socket[] = [];
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
  let refused = false;
  for (let count = 0; count < 5_000 && !refused; count++)
    refused = await new Promise<boolean>((tried) => {
      const socket = connect(join(folder, 'lock.1'));
      socket.once('connect', () => tried(false)).once('error', () => tried(true));
      waiting.push(socket);
    });
  expect(refused).toBe(true);
  await unlink(join(folder, '.s.PGSQL.5432')); // so that the next process tries the lock
  const guest = startWriter(folder, 'guest', '1000');
  const ended = await Promise.race([guest.finished, guest.printed('opened').catch(() => null)]);
  expect(Object(ended).stderr).toContain('is being opened by another process');
  owner.child.kill('SIGCONT');
  await owner.writesOn();
});

test('when the folder is deleted, no new database is created in it', async () => {
  const folder = await databaseFolder();
  const owner = startWriter(folder, 'owner');
  await owner.writesOn();
  const open = await openHere(folder);
  owner.child.kill('SIGKILL');
  await owner.finished;
  await rm(join(folder, 'postgres'), { recursive: true });
  await waitUntil('it says that the folder is missing', async () => {
    const error: unknown = await countNotes(open).catch((thrown: unknown) => thrown);
    return String(error).includes('no longer exists');
  });
});

test('after closing, the folder can be opened again', async () => {
  const folder = await databaseFolder();
  const server = await openEmbeddedServer(folder);
  await server.close();
  expect(await startClient(folder, 'next', 1).finished).toMatchObject({ code: 0, stdout: 'written\n' });
});

test('queries with parameters on several connections never get each other’s answers', async () => {
  const folder = await databaseFolder();
  const opens = [await openHere(folder), await openHere(folder), await openHere(folder)];
  // Each query has another text, and some are larger than one read of a socket, so that a query of another connection can
  // arrive between its parts.
  const ask = async ({ database }: OpenDatabase, number: number) => {
    const ballast = 'x'.repeat(number % 3 === 0 ? 300_000 + number : number);
    const { rows } = await sql<{ answer: number; length: number }>`
      select ${sql.lit(number)} + ${number}::int as answer, length(${ballast}::text) as length`.execute(database);
    return [rows[0]?.answer, rows[0]?.length].join() === [2 * number, ballast.length].join();
  };
  for (let round = 0; round < 5; round += 1) {
    const questions = opens.flatMap((open) =>
      Array.from({ length: 50 }, (_, index) => ({ open, number: index + round })),
    );
    const answers = await Promise.all(questions.map(({ open, number }) => ask(open, number)));
    expect(answers).toEqual(questions.map(() => true));
  }
});

test('40 concurrent transactions on two connections lose no update', async () => {
  const folder = await databaseFolder();
  const [one, other] = [await openHere(folder), await openHere(folder)];
  await sql`create table counter (value integer)`.execute(one.database);
  await sql`insert into counter values (0)`.execute(one.database);
  const add = ({ database }: OpenDatabase) =>
    database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ value: number }>`select value from counter`.execute(transaction);
      await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1}::int`.execute(transaction);
    });
  await Promise.all(Array.from({ length: 40 }, (_, index) => add(index % 2 === 0 ? one : other)));
  const { rows } = await sql<{ value: number }>`select value from counter`.execute(other.database);
  expect(rows).toEqual([{ value: 40 }]); // PGlite is one session, so transactions queue up
});
