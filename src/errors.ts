// Every failure that an operator can meet, one class for each kind. The class decides the exit code of a command; the
// message says what failed, which one, and what to do next. Imports nothing, so that any room may throw them.
//
// Not here: what callers of the API are answered (access/refusal.ts), what the client library throws (client/errors.ts),
// and signals between two functions that never leave the room that throws them.

export const exitCodes = { done: 0, failed: 1, usage: 2, outOfReach: 3 } as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that is told in one sentence, without a stack. */
export abstract class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  abstract readonly exitCode: ExitCode;
}

/** The exit code for whatever was thrown. What no class here stands for is a fault of the program. */
export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof OperatorError ? error.exitCode : exitCodes.failed;

/** Exit code 1: the command ran, and its result is not good. */
export class FailedError extends OperatorError {
  override readonly name: string = 'FailedError';
  readonly exitCode = exitCodes.failed;
}

/** A document breaks the contract, so it was withheld or not loaded. */
export class WithheldError extends FailedError {
  override readonly name = 'WithheldError';
}

/** A check has found something wrong. */
export class CheckFailedError extends FailedError {
  override readonly name = 'CheckFailedError';
}

/** Another publisher came first; what it published is at least as new. */
export class ConflictError extends FailedError {
  override readonly name = 'ConflictError';
}

/** Another publisher holds the lease of an organisation for too long. */
export class LeaseHeldError extends FailedError {
  override readonly name = 'LeaseHeldError';
}

/** Exit code 2: the command line or a setting asks for what is not there or makes no sense. */
export class UsageError extends OperatorError {
  override readonly name: string = 'UsageError';
  readonly exitCode = exitCodes.usage;
}

/** An environment variable, or an option, has a value that is not allowed. */
export class SettingError extends UsageError {
  override readonly name = 'SettingError';
}

/** A text is no id. */
export class InvalidIdError extends UsageError {
  override readonly name = 'InvalidIdError';
}

/** There is no such organisation, key or generation. */
export class NotFoundError extends UsageError {
  override readonly name = 'NotFoundError';
}

/** A database and a place that do not belong together: one of them is bound elsewhere. */
export class StoreMismatchError extends UsageError {
  override readonly name = 'StoreMismatchError';
}

/** So much would be removed that somebody has to ask for it. */
export class RemovalHeldError extends UsageError {
  override readonly name = 'RemovalHeldError';
}

/** Exit code 3: the database or the store is out of reach, or does not permit what is needed. */
export class OutOfReachError extends OperatorError {
  override readonly name: string = 'OutOfReachError';
  readonly exitCode = exitCodes.outOfReach;
}

/** PostgreSQL does not answer, or the connection to it broke. */
export class DatabaseUnreachableError extends OutOfReachError {
  override readonly name: string = 'DatabaseUnreachableError';
}

/** The embedded database cannot be started. */
export class EmbeddedServerError extends DatabaseUnreachableError {
  override readonly name = 'EmbeddedServerError';
}

/** PostgreSQL is too old, or its tables are those of another release. */
export class DatabaseVersionError extends OutOfReachError {
  override readonly name = 'DatabaseVersionError';
}

/** The role lacks a right in the database. */
export class MissingGrantError extends OutOfReachError {
  override readonly name = 'MissingGrantError';
}

/** The store could not do what was asked: out of reach, or not permitted. */
export class StoreError extends OutOfReachError {
  override readonly name: string = 'StoreError';

  constructor(action: string, path: string, options: { cause: unknown }) {
    const { cause } = options;
    super(`cannot ${action} ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, options);
  }
}

/** The store has no room for what was to be written. */
export class StoreFullError extends StoreError {
  override readonly name = 'StoreFullError';
}

/** A record of the published output is not what its path says. */
export class BrokenRecordError extends OutOfReachError {
  override readonly name: string = 'BrokenRecordError';
}

/** A record was written by a newer release. */
export class NewerFormatError extends BrokenRecordError {
  override readonly name = 'NewerFormatError';
}

/** The database holds a change of access, but servers do not see it yet. */
export class NotPublishedError extends OutOfReachError {
  override readonly name = 'NotPublishedError';
}

/** Several things failed, each for a reason of its own; the highest of their exit codes counts. */
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
