// A database of its own on the server in DATABASE_URL, for the length of a measurement.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';

/** @throws Error when DATABASE_URL is not set: figures are for a real server */
export async function openBenchDatabase(): Promise<OpenDatabase> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined)
    throw new Error('set DATABASE_URL to a PostgreSQL server; the measurement makes a database there');
  const name = `belfry_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const open = await openDatabase({ url: url.href, folder: '' });
  await migrate(open.database);
  return {
    ...open,
    async close() {
      await open.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
