// A test run drops the databases that interrupted runs left on the server, and no others.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dropAbandonedDatabases, nameOfRun } from '../support/abandoned-databases.ts';
import { waitUntil } from '../support/wait-until.ts';

const url = inject('serverUrl');

describe('on a server', { tags: 'server' }, () => {
  const connect = async (name?: string) => {
    const client = new pg.Client({
      connectionString: url ?? '',
      ...(name === undefined ? {} : { application_name: name }),
    });
    await client.connect();
    return client;
  };
  const run = nameOfRun(Date.now(), process.pid);
  let client: pg.Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client?.end());
  const isThere = async (name: string) =>
    (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;

  test('while a run holds its connection its databases stay, and afterwards they are dropped', async () => {
    const holder = await connect(run);
    const other = `belfry_other_${process.pid}`;
    for (const name of [`${run}template`, other]) await client.query(`create database ${name} template template0`);
    await dropAbandonedDatabases(client);
    expect(await isThere(`${run}template`)).toBe(true);
    await holder.end();
    // The server may need a moment to notice.
    await waitUntil('it has gone', async () => {
      await dropAbandonedDatabases(client);
      return !(await isThere(`${run}template`));
    });
    expect(await isThere(other)).toBe(true);
    expect(await isThere(inject('template'))).toBe(true);
    await client.query(`drop database ${other}`);
  });
});

test('no name of a run begins with another', () => {
  const names = [1, 12, 123].flatMap((pid) => [5, 5 * 36].map((now) => nameOfRun(now, pid)));
  for (const name of names) expect(names.filter((other) => other.startsWith(name))).toEqual([name]);
});
