// Every failure that an operator can meet, one class for each kind. The class decides the exit code of a command; the
// message says what failed, which one, and what to do next. This file imports nothing, so any folder can use it.
//
// Not here: the API's error responses (access/refusal.ts), the client library's errors (client/errors.ts), and errors that
// one folder throws and catches itself.

export const exitCodes = { done: 0, failed: 1, usage: 2, outOfReach: 3 } as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that is printed as one sentence, without a stack trace. */
export abstract class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  abstract readonly exitCode: ExitCode;
}

/**
 * What a thrown value says: the message of an error, any other value as text. `fetch` says only that it failed, and an error of
 * several addresses says nothing, so of these it is what their cause says.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error.message === 'fetch failed' && error.cause !== undefined ? reasonOf(error.cause) : error.message;
};

/** The exit code for a thrown error. Any other error is a bug. */
export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof OperatorError ? error.exitCode : exitCodes.failed;

/** Exit code 1: the command ran, and its result is not good. */
export class FailedError extends OperatorError {
  override readonly name: string = 'FailedError';
  readonly exitCode = exitCodes.failed;
}

/** A document breaks the contract, so it was withheld or not imported. */
export class WithheldError extends FailedError {
  override readonly name = 'WithheldError';
}

/** A check found a problem. */
export class CheckFailedError extends FailedError {
  override readonly name = 'CheckFailedError';
}

/** Another publisher published first; its output is at least as new. */
export class ConflictError extends FailedError {
  override readonly name = 'ConflictError';
}

/** Another publisher has held an organisation's lease for too long. */
export class LeaseHeldError extends FailedError {
  override readonly name = 'LeaseHeldError';
}

/** A program's own source returned an invalid id, revision or access record. */
export class BrokenSourceError extends FailedError {
  override readonly name = 'BrokenSourceError';
}

/** An organisation's calendar cannot be followed: an unknown time zone, a term that ends before it begins, or too much. */
export class BrokenCalendarError extends FailedError {
  override readonly name = 'BrokenCalendarError';
}

/** A trigger in the database refused a change. The message is the trigger's own. */
export class DatabaseRefusalError extends FailedError {
  override readonly name = 'DatabaseRefusalError';
}

/** Exit code 2: a usage error, an invalid setting, an unknown id, a store of another database, or a removal that needs approval. */
export class UsageError extends OperatorError {
  override readonly name: string = 'UsageError';
  readonly exitCode = exitCodes.usage;
}

/** An environment variable, or an option, has a value that is not allowed. */
export class SettingError extends UsageError {
  override readonly name = 'SettingError';
}

/** The text is not a valid id. */
export class InvalidIdError extends UsageError {
  override readonly name = 'InvalidIdError';
}

/** What was given to change something is wrong. */
export class InvalidInputError extends UsageError {
  override readonly name = 'InvalidInputError';
  readonly problems: readonly { path: string; message: string }[];

  /** @param problems what is wrong, and where: the name of a field, or a path into a document */
  constructor(problems: InvalidInputError['problems']) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.problems = problems;
  }
}

/** What says which page of a list is wanted does not lead into the list. */
export const wrongCursor = (): InvalidInputError =>
  new InvalidInputError([{ path: 'after', message: 'It is not the `next` of an earlier answer.' }]);

/** There is one already, or its state does not allow this. */
export class AlreadyError extends UsageError {
  override readonly name = 'AlreadyError';
}

/** There is no such organisation, key or generation. */
export class NotFoundError extends UsageError {
  override readonly name = 'NotFoundError';
}

/** The database and the store do not belong together: one of them is bound to another. */
export class StoreMismatchError extends UsageError {
  override readonly name = 'StoreMismatchError';
}

/** More would be granted to callers than is published, and an operator has to approve it. */
export class GrantHeldError extends UsageError {
  override readonly name = 'GrantHeldError';
}

/** The names of tables mean other relations than those from which the database is published. */
export class SourceMismatchError extends UsageError {
  override readonly name = 'SourceMismatchError';
}

/** A removal is so large that an operator has to approve it. */
export class RemovalHeldError extends UsageError {
  override readonly name = 'RemovalHeldError';
}

/** Exit code 3: the database or the store is unreachable or denies permission. */
export class OutOfReachError extends OperatorError {
  override readonly name: string = 'OutOfReachError';
  readonly exitCode = exitCodes.outOfReach;
}

/** PostgreSQL does not answer, or the connection was lost. */
export class DatabaseUnreachableError extends OutOfReachError {
  override readonly name: string = 'DatabaseUnreachableError';
}

/** The embedded database cannot be started. */
export class EmbeddedServerError extends DatabaseUnreachableError {
  override readonly name = 'EmbeddedServerError';
}

/** PostgreSQL is too old, or its schema belongs to another release. */
export class DatabaseVersionError extends OutOfReachError {
  override readonly name = 'DatabaseVersionError';
}

/** The tables are not as any release leaves them: some are missing, or have lost their primary keys. */
export class DatabaseDamagedError extends OutOfReachError {
  override readonly name = 'DatabaseDamagedError';
}

/** Other sessions hold locks that a migration needs. */
export class DatabaseLockedError extends OutOfReachError {
  override readonly name = 'DatabaseLockedError';
}

/** The views through which Belfry reads timetables are incomplete. */
export class MappingError extends OutOfReachError {
  override readonly name = 'MappingError';
}

/** The database role lacks a privilege. */
export class MissingGrantError extends OutOfReachError {
  override readonly name = 'MissingGrantError';
}

/** The server, or the session, only reads: a standby, or a database whose transactions are read-only by default. */
export class ReadOnlyDatabaseError extends OutOfReachError {
  override readonly name = 'ReadOnlyDatabaseError';
}

/** PostgreSQL cut off a statement that took longer than a setting of the server, the database or the role allows. */
export class StatementTimeoutError extends OutOfReachError {
  override readonly name = 'StatementTimeoutError';
}

/** A statement waited for a lock for longer than `lock_timeout` allows. */
export class LockTimeoutError extends OutOfReachError {
  override readonly name = 'LockTimeoutError';
}

/** A store operation failed: the store is unreachable or denies permission. */
export class StoreError extends OutOfReachError {
  override readonly name: string = 'StoreError';

  constructor(action: string, path: string, options: { cause: unknown }) {
    const { cause } = options;
    super(`cannot ${action} ${path}: ${reasonOf(cause)}`, options);
  }
}

/** The store is full. */
export class StoreFullError extends StoreError {
  override readonly name = 'StoreFullError';
}

/** A published record is damaged, or belongs to another path. */
export class BrokenRecordError extends OutOfReachError {
  override readonly name: string = 'BrokenRecordError';
}

/** A record was written by a newer release. */
export class NewerFormatError extends BrokenRecordError {
  override readonly name = 'NewerFormatError';
}

/** An access change is committed to the database but not published yet. */
export class NotPublishedError extends OutOfReachError {
  override readonly name = 'NotPublishedError';
}

/** Several things failed, each for its own reason; the highest exit code counts. */
export class SeveralFailedError extends OperatorError {
  override readonly name = 'SeveralFailedError';
  readonly exitCode: ExitCode;

  constructor(message: string, errors: readonly unknown[]) {
    super(message);
    this.exitCode = errors
      .map(exitCodeOf)
      .reduce<ExitCode>((highest, code) => (code > highest ? code : highest), exitCodes.failed);
  }
}
