// The pool of connections as Kysely uses it. It explains errors, limits how long statements run and wait, and plans a large
// statement once for each connection instead of each time.

import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { codeOf, explainError, type Session } from './postgres-errors.ts';

/** What node-postgres takes in place of a text: a statement that the connection prepares under this name, once. */
type NamedStatement = { name: string; text: string };

/**
 * Makes connections keep the plan of a statement, as a prepared statement. This is for statements that take longer to plan
 * than to run, and whose text is always the same.
 * @param name no other text may have it
 */
export function planOnce<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  const statement: NamedStatement = { name, text: query.sql };
  // A cast, since kysely's type says text: it passes this on to the connection, which is the one below, and reads nothing of it.
  return { ...query, sql: statement as unknown as string };
}

/** The connections whose session has Belfry's settings. */
const limited = new WeakSet<pg.PoolClient>();

/** What is known of the server after the first connection. `isDirect` is false where connections share a session. */
export type KnownServer = Session & { isDirect: boolean };

/** After how many milliseconds PostgreSQL cuts off a statement, and one that waits for a lock. */
export type StatementLimits = { statement: number; lock: number };

/**
 * The settings of Belfry's sessions. With row security off, PostgreSQL refuses to read a table of which a policy hides rows;
 * otherwise what is hidden would look deleted. Statements run in milliseconds, but compiling one with JIT takes seconds, and
 * PostgreSQL may choose JIT where the tables are views or have not been analysed yet.
 * @param scope for the whole session, or for the current transaction
 */
const sessionSettings = ({ statement, lock }: StatementLimits, scope: 'session' | 'transaction'): string =>
  Object.entries({ statement_timeout: statement, lock_timeout: lock, row_security: 'off', jit: 'off' })
    .map(([name, value]) => `set ${scope === 'transaction' ? 'local ' : ''}${name} = ${value}`)
    .join('; ');

const beginsTransaction = (text: string): boolean => /^(begin|start transaction)\b/i.test(text);

/**
 * Behind a pooler a session is not ours, so its settings are made for each transaction. A single statement outside a
 * transaction is then limited by the client's socket alone.
 * @param server asked for each statement
 */
export const connectionPool = (pool: pg.Pool, limits: StatementLimits, server: () => KnownServer): PostgresPool => ({
  async connect() {
    const client = await pool.connect().catch((error: unknown) => {
      throw explainError(error, server(), '');
    });
    if (server().isDirect && !limited.has(client)) {
      try {
        await client.query(sessionSettings(limits, 'session'));
        limited.add(client);
      } catch (error) {
        client.release(true);
        throw explainError(error, server(), '');
      }
    }
    let isOutdated = false;
    const query = async (statement: string | NamedStatement, parameters: readonly unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      // A pooler may give each transaction another session of the server, which does not know the name.
      const isPrepared = typeof statement !== 'string' && server().isDirect;
      try {
        const result = await client.query({ ...(isPrepared ? statement : { text }), values: [...parameters] });
        if (!server().isDirect && beginsTransaction(text)) await client.query(sessionSettings(limits, 'transaction'));
        return result;
      } catch (error) {
        // A migration has changed the types of what the prepared statement returns.
        if (isPrepared && codeOf(error) === '0A000') isOutdated = true;
        throw explainError(error, server(), text);
      }
    };
    return {
      // A cast, since kysely's type also requires cursors, which it uses only if given a class for them, and rows of any type.
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(isOutdated),
    };
  },
  end: () => pool.end(),
});

/**
 * Identifies the server through one connection. It is direct if the process id that the client was given is the server's: a
 * pooler gives its clients process ids of its own. The embedded server, which DATABASE_URL may name too, counts as a pooler,
 * since its connections share one session, in which each name may be given once.
 */
export async function inspectServer(
  pool: pg.Pool,
): Promise<{ role: string; version: number; isDirect: boolean; hasOneSession: boolean }> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ role: string; version: number; pid: number; shared: boolean }>(
      `select quote_ident(current_user) as role, current_setting('server_version_num')::int as version,
        pg_backend_pid() as pid, version() like '%PGlite%' as shared`,
    );
    const [{ role, version, pid, shared } = { role: '', version: 0, pid: 0, shared: false }] = rows;
    return { role, version, isDirect: pid === Reflect.get(client, 'processID') && !shared, hasOneSession: shared };
  } finally {
    client.release();
  }
}
