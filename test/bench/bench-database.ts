// A database of its own on the server in DATABASE_URL, for the length of a measurement.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';

export type BenchDatabase = AsyncDisposable & {
  database: Database;
  connectionString: string;
  /** A connection of its own, which is closed with the database. */
  connect(): Promise<pg.Client>;
};

/** @throws Error when DATABASE_URL is not set: figures are for a real server */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined)
    throw new Error('set DATABASE_URL to a PostgreSQL server; the measurement makes a database there');
  const name = `belfry_bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = name;
  const clients: pg.Client[] = [];
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    clients.unshift(client);
    await client.connect();
    return client;
  };
  const admin = await connect(server);
  await admin.query(`create database ${name}`);
  const open = await openDatabase({ url: url.href, folder: '' });
  await migrate(open.database);
  return {
    database: open.database,
    connectionString: open.connectionString,
    connect: () => connect(url.href),
    async [Symbol.asyncDispose]() {
      await open.close();
      for (const client of clients) {
        if (client === admin) await client.query(`drop database ${name} with (force)`);
        await client.end();
      }
    },
  };
}
