// Belfry on a logical replica, set up as in the database guide: what is committed on the primary, revocations included,
// is published from the replica, and an invalid row does not stop the replication.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApiKey } from '../../src/access/api-key.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { selectHandle } from '../../src/database/organisation.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  createSchools,
  describeVersion,
  pendingCount,
  publisherInto,
  renameTeacher,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { openGuide } from '../support/open-guide.ts';
import { findPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

// Creating and starting two servers takes time.
vi.setConfig({ testTimeout: 60_000 });

// Only in the run with a server, since both runs would do the same.
const programs = findPostgres();
const guide = openGuide('src/database/replica.md');
const onPrimary = guide.take('sql', 'create publication');
const subscription = guide.take('sql', 'create subscription');
const afterTheCopy = guide.take('sql', 'srsubstate');
const tableOfMarks = guide.take('sql', 'create table belfry_mark');
const byHand = guide.take('sql', 'into belfry_mark (organisation_id, what) values');

async function startServer(): Promise<OpenDatabase> {
  const { connectionString } = await startOwnPostgres(programs ?? '', '-c wal_level=logical');
  const open = await openDatabase({ url: connectionString, folder: '' });
  onTestFinished(() => open.close());
  await migrate(open.database);
  return open;
}
const run = ({ database }: OpenDatabase, statements: string) => sql.raw(statements).execute(database);

/** The address in the form of a subscription's connection string. */
function keywordsOf(connectionString: string): string {
  const { hostname, port, pathname, username } = new URL(connectionString);
  return `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username}`;
}

async function newKey(primary: OpenDatabase, id: string): Promise<string> {
  const handle = await selectHandle(primary.database, org('north'));
  if (handle === null) throw new Error('there is the organisation north');
  const key = createApiKey(handle, randomBytes);
  const sha256 = createHash('sha256').update(key).digest('hex');
  const row = { id, organisation_id: 'north', name: id, sha256 };
  await primary.database.insertInto('api_key').values(row).execute();
  return key;
}

/** All tables except Belfry's own, which are not replicated. */
async function rowsOf({ database }: OpenDatabase): Promise<Record<string, string[]>> {
  const own =
    /^(kysely|pending_change|publish_lease|publication|held_removal|store_binding|audit|version_size|revoked_secret)/;
  const tables = Object.entries(await dumpTables(database)).filter(([name]) => !own.test(name));
  return Object.fromEntries(tables.map(([name, rows]) => [name, [...rows].sort()]));
}

test.skipIf(programs === null)(
  'what the primary commits is published from the replica',
  { tags: 'server' },
  async () => {
    const [primary, replica] = [await startServer(), await startServer()];
    await createSchools(primary.database, ['north', 'south']);
    await run(primary, onPrimary);
    const [shortLived, longLived] = [await newKey(primary, 'key_1'), await newKey(primary, 'key_2')];
    expect(await pendingCount(primary.database)).toBe(0);
    const address = 'host=primary.internal dbname=timetables user=replicator';
    expect(subscription).toContain(address);
    await run(replica, subscription.replace(address, keywordsOf(primary.connectionString)));
    await waitUntil('everything is copied', async () => {
      const { rows } = await sql<{
        ready: boolean;
      }>`select bool_and(srsubstate = 'r') as ready from pg_subscription_rel`.execute(replica.database);
      return rows[0]?.ready;
    });
    await run(replica, afterTheCopy);

    const folder = await temporaryFolder();
    startWatch(publisherInto(folder), replica);
    const server = await runningServer(folder);
    const get = async (key: string, path: string) => {
      const { status, body } = await server.call({ path, headers: { Authorization: `Bearer ${key}` } });
      return { status, body: body.toString() };
    };
    const shows = (text: string, path = `${listPath}/north-v1`) =>
      waitUntil(`the reader sees ${text}`, async () => (await get(longLived, path)).body.includes(text));
    await waitUntil('it is published', async () => (await get(longLived, listPath)).status === 200);
    expect((await get(shortLived, listPath)).status).toBe(200);

    await describeVersion(primary.database, 'north-v1', 'said on the primary');
    await shows('said on the primary');
    await renameTeacher(primary.database, 'north', 'Grace');
    await shows('Grace');
    await run(primary, `update api_key set revoked_at = now() where id = 'key_1'`);
    await waitUntil('the revoked key is refused', async () => (await get(shortLived, listPath)).status === 401);
    expect((await get(longLived, listPath)).status).toBe(200);
    await run(primary, `delete from timetable_version where id = 'north-v2'`);
    await waitUntil('it is gone', async () => (await get(longLived, `${listPath}/north-v2`)).status === 404);

    // One mark for each transaction and version, even for 50 statements.
    await run(
      primary,
      `create table arrived (what text); create function note() returns trigger language plpgsql as $$
      begin insert into arrived values (new.what); return null; end $$;
    create trigger note after insert on belfry_mark for each row execute function note()`,
    );
    await primary.database.transaction().execute(async (transaction) => {
      for (let round = 0; round < 50; round++)
        await sql`update lesson_unit set group_name = ${`group ${round}`} where version_id = 'north-v1'`.execute(
          transaction,
        );
    });
    await shows('group 49');
    expect((await run(primary, 'select what from arrived')).rows).toEqual([{ what: 'version' }]);
    await run(primary, 'drop function note cascade; drop table arrived');

    // An invalid mark does not stop later ones.
    await run(primary, `insert into belfry_mark (organisation_id, what, subject) values ('..', 'version', '../x')`);
    await run(primary, `insert into belfry_mark (organisation_id, what) values ('north', 'everything')`);
    await describeVersion(primary.database, 'north-v1', 'after what was wrong');
    await shows('after what was wrong');

    // Changes with triggers disabled on the primary are marked by hand.
    await primary.database.connection().execute(async (connection) => {
      const unseen = (statement: string) => sql.raw(statement).execute(connection);
      await unseen('set session_replication_role = replica');
      await unseen(`update timetable_version set description = 'marked by hand' where id = 'north-v1'`);
      await unseen(`update organisation set access = 'suspended' where id = 'north'`);
      await unseen('set session_replication_role = origin');
    });
    await run(primary, byHand.replaceAll('hillside-2026-v1', 'north-v1').replaceAll('hillside', 'north'));
    await waitUntil('it is suspended', async () => (await get(longLived, listPath)).status === 402);
    await run(primary, `update organisation set access = 'active' where id = 'north'`);
    await shows('marked by hand');

    await run(primary, 'delete from belfry_mark');
    await waitUntil('both hold the same', async () => {
      expect(await rowsOf(replica)).toEqual(await rowsOf(primary));
      return true;
    });
    await untilQueueIsEmpty(replica.database);
    await expectConverged(replica.database, folder);
    expect(await pendingCount(primary.database)).toBe(0);
  },
);

describe('belfry_mark', () => {
  const open = useTestDatabase();

  test('has the columns that the guide gives it on a primary without Belfry', async () => {
    const columns = async (schema: string) => {
      const { rows } =
        await sql`select column_name, udt_name, is_nullable, column_default from information_schema.columns
        where table_schema = ${schema} and table_name = 'belfry_mark' order by ordinal_position`.execute(open.database);
      return rows;
    };
    const own = await columns('public');
    expect(own).toHaveLength(4);
    await open.database.transaction().execute(async (transaction) => {
      await sql
        .raw(`create schema primary_one; set local search_path = primary_one; ${tableOfMarks}`)
        .execute(transaction);
    });
    expect(await columns('primary_one')).toEqual(own);
    await run(open, 'drop schema primary_one cascade');
  });

  test('a row enqueues what it names, and an invalid row is refused', async () => {
    await run(open, byHand);
    const { rows } = await run(open, 'select organisation_id, what, subject from pending_change order by seq');
    expect(rows).toEqual([
      { organisation_id: 'hillside', what: 'version', subject: 'hillside-2026-v1' },
      { organisation_id: 'hillside', what: 'access', subject: null },
    ]);
    for (const values of [`('..', 'organisation', null)`, `('hillside', 'all', null)`, `('hillside', 'version', null)`])
      await expect(
        run(open, `insert into belfry_mark (organisation_id, what, subject) values ${values}`),
      ).rejects.toThrow(/violates check constraint/);
  });
});
