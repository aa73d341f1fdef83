// The pool of connections as Kysely uses it. It explains errors, and plans a large statement once for each connection
// instead of each time.

import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { codeOf, explainError, type Session } from './postgres-errors.ts';

/** The names of the statements to plan once, by their text. */
const plannedOnce = new Map<string, string>();

/**
 * Makes connections keep the plan of a statement, as a prepared statement. This is for statements that take longer to plan
 * than to run, and whose text is always the same.
 */
export function planOnce<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (!plannedOnce.has(query.sql)) plannedOnce.set(query.sql, `belfry_${plannedOnce.size}`);
  return query;
}

/** What is known of the server after the first connection. `isDirect` is false where connections share a session. */
export type KnownServer = Session & { isDirect: boolean };

/** @param server asked for each statement */
export const connectionPool = (pool: pg.Pool, server: () => KnownServer): PostgresPool => ({
  async connect() {
    const client = await pool.connect().catch((error: unknown) => {
      throw explainError(error, server(), '');
    });
    let isOutdated = false;
    const query = async (text: string, parameters: readonly unknown[]) => {
      // A pooler may give each transaction another session of the server, which does not know the name.
      const name = server().isDirect ? plannedOnce.get(text) : undefined;
      try {
        return await client.query({ ...(name && { name }), text, values: [...parameters] });
      } catch (error) {
        // A migration has changed the types of what the prepared statement returns.
        if (name !== undefined && codeOf(error) === '0A000') isOutdated = true;
        throw explainError(error, server(), text);
      }
    };
    return {
      // Kysely's type also requires cursors, which it uses only if given a class for them, and rows of any type.
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
export async function inspectServer(pool: pg.Pool): Promise<{ role: string; version: number; isDirect: boolean }> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ role: string; version: number; pid: number; shared: boolean }>(
      `select quote_ident(current_user) as role, current_setting('server_version_num')::int as version,
        pg_backend_pid() as pid, version() like '%PGlite%' as shared`,
    );
    const [{ role, version, pid, shared } = { role: '', version: 0, pid: 0, shared: false }] = rows;
    return { role, version, isDirect: pid === Reflect.get(client, 'processID') && !shared };
  } finally {
    client.release();
  }
}
