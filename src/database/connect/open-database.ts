// Opens DATABASE_URL or the embedded database. The rest of the code does not need to know which.

import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DatabaseUnreachableError, DatabaseVersionError } from '../../errors.ts';
import type { Tables } from '../tables.ts';
import { connectionPool, inspectServer, type KnownServer, type StatementLimits } from './connection-pool.ts';
import { type EmbeddedServer, openEmbeddedServer } from './embedded.ts';
import { serverAddress } from './server-address.ts';

export type Database = Kysely<Tables>;

/** `connectionString` is for further connections, such as the one for LISTEN; `location` is for messages. */
export type OpenDatabase = {
  database: Database;
  connectionString: string;
  location: string;
  /** Whether it is the embedded server, which has no LISTEN and runs one transaction at a time. */
  embedded: boolean;
  /** Whether all connections share one session, in which nothing may wait: the embedded server, also if the address names it. */
  hasOneSession: boolean;
  close(): Promise<void>;
};

/**
 * The limits of commands, and of what publishes documents. Shorter than the time after which a silent connection counts as
 * lost, so that PostgreSQL says which of the two limits it was.
 */
export const defaultLimits: StatementLimits = { statement: 55_000, lock: 10_000 };

/** The limits of what publishes access: its statements take milliseconds, and what waits longer is tried again. */
export const accessLimits: StatementLimits = { statement: 5_000, lock: 2_000 };

/**
 * Opens the database and checks that it answers.
 * @param options.url a PostgreSQL connection string, or undefined for the embedded server
 * @param options.folder the embedded server's folder
 * @param options.idleTimeout milliseconds without data after which a connection in use counts as lost; 0 for never.
 *   Without it, a dead peer would be noticed only when TCP gives up, after about 15 minutes. The default equals the longest
 *   time that a publisher may hold a lease idle, and is longer than any of its statements takes.
 * @param options.openTimeout see `openEmbeddedServer`
 * @param options.limits when PostgreSQL cuts off a statement
 * @param options.connections how many at most
 */
export async function openDatabase(options: {
  url: string | undefined;
  folder: string;
  idleTimeout?: number;
  openTimeout?: number;
  limits?: StatementLimits;
  connections?: number;
}): Promise<OpenDatabase> {
  const { limits = defaultLimits } = options;
  const server = options.url === undefined ? await openEmbeddedServer(options.folder, options.openTimeout) : null;
  const connectionString = options.url ?? server?.connectionString ?? '';
  const address = serverAddress(connectionString);
  const pool = new pg.Pool({
    connectionString,
    application_name: 'belfry',
    // The embedded server gets more time, since connecting may have to start it.
    connectionTimeoutMillis: server === null ? 10_000 : 45_000,
    max: options.connections ?? (server === null ? 10 : 4),
    keepAlive: true,
    // No timeout for the embedded server: it runs on this machine, and its transactions wait for each other.
    stream: () => (server === null ? timedSocket(options.idleTimeout ?? 60_000) : socketTo(server)),
  });
  // Without a listener, an idle connection that breaks would end the process. The next query opens another.
  pool.on('error', () => {});
  // The same for a connection that breaks between two queries of a transaction. The next query then fails and says why.
  pool.on('connect', (client) => client.on('error', () => {}));
  let known: KnownServer = { address, role: '', isDirect: false };
  const database: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: connectionPool(pool, limits, () => known) }),
  });
  const close = async () => {
    await database.destroy();
    await server?.close();
  };
  let hasOneSession = server !== null;
  try {
    const { role, version, isDirect, ...found } = await inspectServer(pool);
    hasOneSession = found.hasOneSession;
    known = { address, role, isDirect };
    assertVersion(version, address);
  } catch (cause) {
    await close();
    if (cause instanceof DatabaseVersionError) throw cause;
    const reason = cause instanceof Error ? cause.message || Reflect.get(cause, 'code') : String(cause);
    throw new DatabaseUnreachableError(`cannot reach PostgreSQL at ${address}: ${reason}`, { cause });
  }
  const location = server === null ? address : `the embedded database in ${resolve(options.folder)}`;
  return { database, connectionString, location, embedded: server !== null, hasOneSession, close };
}

function timedSocket(idleTimeout: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(idleTimeout, () => {
    const { bytesRead } = socket;
    // What arrived while this thread was busy with a document is read first.
    setImmediate(() => {
      if (socket.bytesRead > bytesRead) return;
      socket.destroy(new Error(`Connection terminated: PostgreSQL has not answered for ${idleTimeout / 1000} s`));
    });
  });
}

/** A socket that starts the embedded server, if necessary, before it connects. */
function socketTo(server: EmbeddedServer): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const connectLater = (path: string) => {
    server.ensure().then(
      () => socket.destroyed || connect(path),
      (error: unknown) => socket.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return socket;
  };
  socket.connect = connectLater as typeof socket.connect; // pg connects to a Unix socket by its path
  return socket;
}

/** @param version as PostgreSQL numbers its releases, such as 150004. @throws DatabaseVersionError */
function assertVersion(version: number, address: string): void {
  if (version >= 150_000) return;
  throw new DatabaseVersionError(
    `PostgreSQL at ${address} is version ${Math.floor(version / 10_000)}; Belfry needs version 15 or newer`,
  );
}
