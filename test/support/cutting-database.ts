// A database one of whose statements fails, as the server makes it fail: cut off by a timeout, or with its connection.

import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { connectionPool } from '../../src/database/connect/connection-pool.ts';
import { type Database, defaultLimits, type OpenDatabase } from '../../src/database/connect/open-database.ts';
import { serverAddress } from '../../src/database/connect/server-address.ts';
import type { Tables } from '../../src/database/tables.ts';

const raise = (code: string) => `do $$ begin raise sqlstate '${code}' using message = 'cut off by the test'; end $$`;

/** What takes the place of the statement. */
export const cuts = {
  'statement timeout': raise('57014'),
  'lock timeout': raise('55P03'),
  disconnection: 'select pg_terminate_backend(pg_backend_pid())',
} as const;

export type CuttingDatabase = {
  database: Database;
  /** How many statements were sent. */
  count(): number;
};

/** @param at the statement that is cut off, counted from 1; 0 for none */
export function cuttingDatabase(
  { connectionString }: OpenDatabase,
  at: number,
  cut: keyof typeof cuts,
): CuttingDatabase {
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const known = { address: serverAddress(connectionString), role: 'postgres', isDirect: true };
  const inner = connectionPool(pool, defaultLimits, () => known);
  let sent = 0;
  const cutting: PostgresPool = {
    end: () => inner.end(),
    async connect() {
      const client = await inner.connect();
      // Kysely's type has an overload for cursors, which it does not use without a class for them.
      const query = client.query.bind(client) as (text: string, values: readonly unknown[]) => Promise<unknown>;
      const cuttingQuery = (text: string, values: readonly unknown[]) => {
        sent += 1;
        return sent === at ? query(cuts[cut], []) : query(text, values);
      };
      return { query: cuttingQuery as typeof client.query, release: () => client.release() };
    },
  };
  const database: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: cutting }) });
  onTestFinished(() => database.destroy());
  return { database, count: () => sent };
}
