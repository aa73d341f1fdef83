// PostgreSQL behind PgBouncer in transaction mode, configured as in the operating guide. Each statement may run on
// another session and LISTEN receives nothing, but no change is lost.

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Listening, listen, testPayload } from '../../../src/database/connect/listen.ts';
import { type OpenDatabase, openDatabase } from '../../../src/database/connect/open-database.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import type { Publisher } from '../../support/belfry.ts';
import { expectConverged } from '../../support/expect-converged.ts';
import {
  describeVersion,
  newKeyOf,
  publisherInto,
  publishSchools,
  renameTeacher,
  untilQueueIsEmpty,
} from '../../support/fault-schools.ts';
import { isPgBouncerInstalled, type OwnPgBouncer, startPgBouncer } from '../../support/own-pgbouncer.ts';
import { commandEnvironment, runLine, startCommand } from '../../support/run-command.ts';
import { runningServer } from '../../support/running-server.ts';
import { listPath } from '../../support/served.ts';
import { smallTimetable } from '../../support/small-timetable.ts';
import { startWatch } from '../../support/start-watch.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { waitUntil } from '../../support/wait-until.ts';

// Each command is a process, and starting one takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

describe.skipIf(!isPgBouncerInstalled())(
  'behind PgBouncer in transaction mode (needs a server)',
  { tags: 'server' },
  () => {
    /** A connection that bypasses the pooler, as an editor may have. */
    let direct: OpenDatabase;
    let pooler: OwnPgBouncer;
    let open: OpenDatabase;
    let folder: string;
    let publisher: Publisher;

    beforeAll(async () => {
      direct = await openTestDatabase();
      pooler = await startPgBouncer(direct.connectionString);
      open = await openDatabase({ url: pooler.through(direct.connectionString), folder: '' });
    });
    afterAll(async () => {
      await open?.close();
      await pooler?.close();
      await direct?.close();
    });
    beforeEach(async () => {
      folder = await temporaryFolder();
      publisher = await publishSchools(direct.database, ['north', 'south'], folder);
    });

    const settled = () => untilQueueIsEmpty(direct.database);

    test('a watcher reports that it polls, and why, and publishes documents, entities and revocations', async () => {
      const { events, stop } = startWatch(publisher, open);
      await waitUntil('it knows', () => events.some((line) => line.startsWith('polling')));
      expect(events.find((line) => line.startsWith('polling'))).toMatch(
        /^polling: a notification sent on DATABASE_URL did not arrive .*: set BELFRY_LISTEN_URL to /,
      );
      const key = await newKeyOf(direct.database, publisher, 'north');
      const server = await runningServer(folder);
      const status = async () =>
        (await server.call({ path: listPath, headers: { Authorization: `Bearer ${key.key}` } })).status;
      expect(await status()).toBe(200);
      await describeVersion(direct.database, 'north-v1', 'changed');
      await renameTeacher(direct.database, 'south', 'Grace');
      await sql`update api_key set revoked_at = now() where id = ${key.id}`.execute(direct.database);
      await settled();
      expect(await status()).toBe(401);
      expect(events).not.toContain('notified');
      await stop();
      await expectConverged(direct.database, folder);
    });

    test('no session keeps a prepared statement, since another client may get that session', async () => {
      expect(await readVersion(open.database, 'north', 'north-v1')).toMatchObject({ id: 'north-v1' });
      const { rows } = await sql`select name from pg_prepared_statements`.execute(open.database);
      expect(rows).toEqual([]);
    });

    test('a watcher whose listening connection bypasses the pooler is notified', async () => {
      const { events } = startWatch(publisher, open, direct.connectionString);
      await waitUntil('it knows', () => events.includes('notified'));
      await sql`update organisation set access = 'suspended' where id = 'north'`.execute(open.database);
      await settled();
      expect(events.filter((line) => line.startsWith('polling'))).toEqual([]);
      await expectConverged(direct.database, folder);
    });

    test.each([
      ['another database', (url: URL) => Object.assign(url, { pathname: '/postgres' }), 'did not arrive'],
      ['a closed port', (url: URL) => Object.assign(url, { port: '1' }), 'cannot listen at 127.0.0.1:1/'],
    ])('a watcher reports a listening connection to %s once, and publishes by polling', async (_, change, why) => {
      const { events } = startWatch(publisher, open, change(new URL(direct.connectionString)).href);
      await waitUntil('it knows', () => events.some((line) => line.startsWith('polling') && line.includes(why)));
      await describeVersion(direct.database, 'north-v1', 'all the same');
      await settled();
      expect(events.filter((line) => line.startsWith('polling'))).toHaveLength(1);
      await expectConverged(direct.database, folder);
    });

    test('a quiet listening connection is tested again and again, without waking its watcher', async () => {
      const stop = new AbortController();
      const states: Listening[] = [];
      let wakes = 0;
      const heard: string[] = [];
      const other = new pg.Client({ connectionString: direct.connectionString });
      await other.connect();
      other.on('notification', ({ payload = '' }) => heard.push(payload));
      await other.query('listen belfry_change');
      const onChange = () => wakes++;
      const onListening = (state: Listening) => states.push(state);
      const { connectionString } = direct;
      const options = { connectionString, database: open.database, onChange, onListening, quiet: 100 };
      const listening = listen(options, stop.signal);
      onTestFinished(async () => {
        stop.abort();
        await listening;
        await other.end();
      });
      await waitUntil('it is tested three times', () => heard.length >= 3);
      expect(heard.every((payload) => payload.startsWith(testPayload))).toBe(true);
      expect(states).toEqual([{ by: 'notification' }]);
      expect(wakes).toBe(1); // for the new connection
    });

    test('every change is published although the pooler is stopped and started three times', async () => {
      const { events } = startWatch(publisher, open);
      for (let round = 0; round < 3; round++) {
        await describeVersion(direct.database, 'north-v1', `before ${round}`);
        await pooler.stop();
        await describeVersion(direct.database, 'south-v1', `without ${round}`);
        await waitUntil('the watcher to notice', () => events.some((line) => line.startsWith('failed')));
        await pooler.start();
        await settled();
      }
      await expectConverged(direct.database, folder);
    });

    test('three watchers publish every change of two concurrent editors', async () => {
      const watchers = [1, 2, 3].map(() => startWatch(publisherInto(folder), open));
      const edit = async (organisationId: string) => {
        for (let round = 0; round < 15; round++) {
          await describeVersion(open.database, `${organisationId}-v${(round % 2) + 1}`, `edit ${round}`);
          await renameTeacher(open.database, organisationId, `Teacher ${round}`);
        }
      };
      await Promise.all(['north', 'south'].map(edit));
      await settled();
      for (const { stop } of watchers) await stop();
      await expectConverged(direct.database, folder);
    });

    test('commands that share one session, with the search_path of their role, leave no setting, lock or statement in it', async () => {
      const name = `${inject('template')}_pooled`;
      const owner = `belfry_pooled_${randomBytes(4).toString('hex')}`;
      const server = new pg.Client({ connectionString: direct.connectionString });
      await server.connect();
      await server.query(`create role ${owner} login; alter role ${owner} set search_path = belfry`);
      await server.query(`create database ${name} owner ${owner}`);
      onTestFinished(async () => {
        await server.query(`drop database ${name} with (force)`);
        await server.query(`drop role ${owner}`);
        await server.end();
      });
      const address = Object.assign(new URL(direct.connectionString), { username: owner, pathname: name }).href;
      const schema = new pg.Client({ connectionString: address });
      await schema.connect();
      await schema.query('create schema belfry');
      await schema.end();
      const onePooled = await startPgBouncer(address, 'default_pool_size = 1');
      onTestFinished(() => onePooled.close());
      const variables = commandEnvironment({ connectionString: onePooled.through(address) }, join(folder, 'out'));
      const succeed = async (line: string) => {
        const { code, stdout, stderr } = await runLine(line, variables);
        expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, '']);
        return stdout;
      };
      await succeed('migrate');
      await writeFile(join(folder, 'a.json'), JSON.stringify(smallTimetable({ orgId: 'east' })));
      await succeed(`import --organisation east --name East ${join(folder, 'a.json')}`);
      await succeed('organisations set east --api on');
      await succeed('build');
      const { id } = JSON.parse(await succeed('keys create --organisation east --name x --json'));
      await succeed(`keys revoke ${id}`);
      const watching = startCommand('watch', [], { ...variables, BELFRY_LISTEN_URL: address });
      await watching.printed('access changes arrive as notifications');
      await writeFile(join(folder, 'b.json'), JSON.stringify(smallTimetable({ orgId: 'east', name: 'Changed' })));
      await succeed(`import --organisation east ${join(folder, 'b.json')}`);
      watching.child.kill('SIGTERM');
      expect(await watching.finished).toMatchObject({ code: 0, stderr: '' });
      await succeed('build --full');
      await succeed('check --against-database');
      await succeed('rollback --organisation east');
      await succeed('build --organisation east');
      await succeed('status');

      const session = new pg.Client({ connectionString: onePooled.through(address) });
      await session.connect();
      const { rows } = await session.query(`select current_setting('search_path') as path,
        (select array_agg(name::text) from pg_settings where source = 'session'
          and name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'search_path')) as changed,
        (select count(*)::integer from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
        (select count(*)::integer from pg_prepared_statements) as statements,
        (select count(*)::integer from pg_class where relpersistence = 't') as temporary`);
      await session.end();
      expect(rows).toEqual([{ path: 'belfry', changed: null, locks: 0, statements: 0, temporary: 0 }]);
    });
  },
);
