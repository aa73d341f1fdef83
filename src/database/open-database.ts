// One dialect, two servers: DATABASE_URL's, or the embedded one. Everything behind this file is the same for both.

import { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openEmbeddedServer } from './embedded.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** An open database. `connectionString` is for connections of one's own, such as LISTEN. */
export type OpenDatabase = {
  database: Database;
  connectionString: string;
  /** Whether it is the embedded server, where LISTEN does not work and transactions queue up. */
  embedded: boolean;
  close(): Promise<void>;
};

/** The database cannot be reached. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

/**
 * Opens the database and proves that it answers.
 * @param options.url a PostgreSQL connection string, or undefined for the embedded server
 * @param options.folder the embedded server's folder
 * @param options.silence milliseconds without a byte after which a connection in use counts as lost; 0 for never. A peer
 *   that is gone without a word, or a proxy that is stuck, would otherwise be waited for until TCP gives up, a quarter of
 *   an hour. As long as a publisher may hold its claim idle, and longer than any of its statements.
 */
export async function openDatabase(options: {
  url: string | undefined;
  folder: string;
  silence?: number;
}): Promise<OpenDatabase> {
  const server = options.url === undefined ? await openEmbeddedServer(options.folder) : null;
  const connectionString = options.url ?? server?.connectionString ?? '';
  const pool = new pg.Pool({
    connectionString,
    application_name: 'belfry',
    connectionTimeoutMillis: 10_000,
    max: server === null ? 10 : 4,
    keepAlive: true,
    // The embedded server lives in this machine, and transactions wait for their turn there.
    ...(server === null ? { stream: () => impatientSocket(options.silence ?? 60_000) } : {}),
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // One that breaks in use, between two queries, does so too; the next query fails and says why.
  pool.on('connect', (client) => client.on('error', () => {}));
  const database: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await database.destroy();
    await server?.close();
  };
  try {
    await pool.query('select 1');
  } catch (cause) {
    await close();
    const reason = cause instanceof Error ? cause.message || Reflect.get(cause, 'code') : String(cause);
    throw new DatabaseUnreachableError(`cannot reach PostgreSQL at ${withoutPassword(connectionString)}: ${reason}`, {
      cause,
    });
  }
  return { database, connectionString, embedded: server !== null, close };
}

function impatientSocket(silence: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silence, () => {
    socket.destroy(new Error(`Connection terminated: PostgreSQL has said nothing for ${silence / 1000} s`));
  });
}

/** Whether the error says that the connection to PostgreSQL is gone or was never there. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // SQLSTATE classes 08 (connection exception) and 57P (operator intervention), and node's network errors.
  return /^(08|57P|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT)/.test(code) || /Connection terminated/.test(error.message);
}

/** Whether the error says that a table, column or function is not there: the schema is not this release's. */
export const isMissingSchema = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(42P01|42703|42883)$/.test(String(error.code));

/** The connection string as it may be shown. */
function withoutPassword(connectionString: string): string {
  return connectionString.replace(/(\/\/[^/@:]*):[^@/]*@/, '$1:***@');
}
