// Classifies PostgreSQL's errors by SQLSTATE. Errors that an operator can act on become Belfry's own errors here, so that
// every command and the log say the same: what failed and what to do.

import { commandLine } from '../../command-line.ts';
import {
  DatabaseRefusalError,
  DatabaseUnreachableError,
  DatabaseVersionError,
  LockTimeoutError,
  MissingGrantError,
  OperatorError,
  ReadOnlyDatabaseError,
  StatementTimeoutError,
} from '../../errors.ts';

/** The target of a connection and its role, which is quoted as an SQL identifier. */
export type Session = { address: string; role: string };

/** Explains an error that an operator can act on; returns any other unchanged. @param statement the failed statement */
export function explainError(error: unknown, { address, role }: Session, statement: string): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error;
  for (const field of withRows) hideFromLogs(error, field);
  const code = codeOf(error);
  if (isConnectionError(error))
    return new DatabaseUnreachableError(`lost the connection to PostgreSQL at ${address}: ${error.message || code}`, {
      cause: error,
    });
  // A table, column or function is not there.
  if (/^(42P01|42703|42883)$/.test(code))
    return new DatabaseVersionError(
      `the database lacks tables of this release (${error.message}); run \`${commandLine('migrate')}\`, or \`${commandLine('check --database')}\` if you use views of your own`,
      { cause: error },
    );
  if (code === '42501' && 'routine' in error && error.routine === 'check_enable_rls')
    return new MissingGrantError(explainHiddenRows(error, role), { cause: error });
  if (code === '42501') return new MissingGrantError(explainMissingGrant(error, role, statement), { cause: error });
  if (code === '25006')
    return new ReadOnlyDatabaseError(
      `PostgreSQL at ${address} only reads (${error.message}): it is a standby, or default_transaction_read_only is on for ` +
        `the role ${role} or the database; set DATABASE_URL to the primary, or turn the setting off`,
      { cause: error },
    );
  const setting = timeoutSettings[code];
  if (setting !== undefined) {
    const which = `\`${summarise(statement)}\` at ${address} (${error.message})`;
    const remedy = `run the command again when the database is less busy; \`${commandLine('doctor')}\` names what holds it up`;
    if (setting === 'lock_timeout')
      return new LockTimeoutError(
        `PostgreSQL gave up waiting for a lock in ${which}: another session holds it; ${remedy}`,
        { cause: error },
      );
    return new StatementTimeoutError(`PostgreSQL cut off ${which}: it took too long, or was cancelled; ${remedy}`, {
      cause: error,
    });
  }
  // RAISE in a trigger or function, whose message was written for people.
  if ('routine' in error && error.routine === 'exec_stmt_raise' && !code.startsWith('22'))
    return new DatabaseRefusalError(error.message, { cause: error });
  return error;
}

/** What PostgreSQL adds to a message: the row that it refuses, or the values of a call. */
const withRows = ['detail', 'where'] as const;

/** A row has names of persons, and a log outlives their removal. The field is still there when asked for by name. */
function hideFromLogs(error: Error, field: string): void {
  if (field in error) Object.defineProperty(error, field, { enumerable: false });
}

/** The SQLSTATE of PostgreSQL's error, or Node's code; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Whether the connection is lost or was never opened: SQLSTATE classes 08 (connection exception) and 57P (operator
 * intervention), 25P03 (idle in transaction timeout, which ends the session), and Node's network errors.
 */
const isConnectionError = (error: Error): boolean =>
  /^(08|57P|25P03|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT)/.test(codeOf(error)) ||
  ('syscall' in error && error.syscall === 'connect') ||
  /Connection terminated|is not queryable/.test(error.message);

/**
 * The setting that ends a statement with each SQLSTATE: query_canceled, lock_not_available and transaction_timeout
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const timeoutSettings: Record<string, 'statement_timeout' | 'lock_timeout' | 'transaction_timeout'> = {
  '57014': 'statement_timeout',
  '55P03': 'lock_timeout',
  '25P04': 'transaction_timeout',
};

/** The first words of a statement. Values are parameters, so none is in it. */
function summarise(statement: string): string {
  const words = statement.replaceAll('"', '').replace(/\s+/g, ' ').trim();
  return words.length <= 60 ? words : `${words.slice(0, 60).trimEnd()}...`;
}

/** Whether two transactions conflicted, so this one may be retried. */
export const isSerialisationFailure = (error: unknown): boolean => /^(40001|40P01)$/.test(codeOf(error));

/**
 * Whether an error is caused by stored or written values and will recur until they change: SQLSTATE classes 22 (data
 * exception), 54 (program limit exceeded) and XX (internal error, data corrupted), and a text or a JSON value that
 * JavaScript cannot hold.
 */
export const isAboutValues = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof SyntaxError || /^(22|54|XX)/.test(codeOf(error));

/** PostgreSQL says "permission denied for table x", but not for which role or what to do. This adds both. */
function explainMissingGrant({ message }: Error, role: string, statement: string): string {
  const [, kind = '', name = ''] = /^permission denied for (table|view|function|schema) (\S+)$/.exec(message) ?? [];
  const remedy =
    name === ''
      ? 'run it as the owner of the tables'
      : `run as the owner of the tables: ${missingGrant(kind, name, statement)} to ${role}`;
  return `PostgreSQL refused the role ${role}: ${message}; ${remedy} (src/database/README.md lists the grants of each command under Roles)`;
}

/** With row_security off, PostgreSQL refuses a statement from whose result a policy would hide rows. */
function explainHiddenRows({ message }: Error, role: string): string {
  const [, name] = /["«„“](.+)["»“”]/.exec(message) ?? [];
  const table = name === undefined ? 'a table' : `the table ${name}`;
  return (
    `row-level security on ${table} would hide rows from the role ${role}, or from the owner of a view, and what is hidden ` +
    `would be removed from the published output; as a superuser run: alter role ... bypassrls, or alter table ` +
    `${name ?? '...'} disable row level security (\`${commandLine('check --database')}\` names the role)`
  );
}

function missingGrant(kind: string, name: string, statement: string): string {
  if (kind === 'function') return `grant execute on function ${name}`;
  if (kind === 'schema') return `grant ${/^\s*create/i.test(statement) ? 'create' : 'usage'} on schema ${name}`;
  const writes = (verb: string) => new RegExp(`\\b${verb} ("?\\w+"?\\.)?"?${name}"?(?!\\w)`, 'i').test(statement);
  const rights = [
    'select',
    ...(writes('insert into') ? ['insert'] : []),
    ...(writes('delete from') ? ['delete'] : []),
    // Updating on a conflict and locking a row need this right too.
    ...(writes('update') || /\b(do update|for (no key )?update)\b/i.test(statement) ? ['update'] : []),
  ];
  return `grant ${rights.join(', ')} on ${name}`;
}
