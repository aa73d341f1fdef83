// The catalogue of failures: exit codes are a promise to whoever runs the commands from scripts.

import { expect, test } from 'vitest';
import * as errors from '../src/errors.ts';

const { exitCodes } = errors;
const cause = { cause: new Error('no room') };

/** One of each class, by the exit code that the commands document. */
const failures: Record<number, errors.OperatorError[]> = {
  1: [
    new errors.WithheldError(),
    new errors.CheckFailedError(),
    new errors.ConflictError(),
    new errors.LeaseHeldError(),
    new errors.DatabaseRefusalError(),
    new errors.BrokenSourceError(),
    new errors.BrokenCalendarError(),
    new errors.SeveralFailedError('', []),
  ],
  2: [
    new errors.UsageError(),
    new errors.SettingError(),
    new errors.InvalidIdError(),
    new errors.InvalidInputError([]),
    new errors.AlreadyError(),
    new errors.NotFoundError(),
    new errors.StoreMismatchError(),
    new errors.SourceMismatchError(),
    new errors.RemovalHeldError(),
    new errors.GrantHeldError(),
  ],
  3: [
    new errors.DatabaseUnreachableError(),
    new errors.EmbeddedServerError(),
    new errors.DatabaseVersionError(),
    new errors.DatabaseDamagedError(),
    new errors.DatabaseLockedError(),
    new errors.MappingError(),
    new errors.MissingGrantError(),
    new errors.ReadOnlyDatabaseError(),
    new errors.StatementTimeoutError(),
    new errors.LockTimeoutError(),
    new errors.StoreError('write', 'a.json', cause),
    new errors.StoreFullError('write', 'a.json', cause),
    new errors.BrokenRecordError(),
    new errors.NewerFormatError(),
    new errors.NotPublishedError(),
  ],
};

test.each(Object.entries(failures))('exit code %s', (code, all) => {
  for (const error of all) {
    expect(errors.exitCodeOf(error), error.name).toBe(Number(code));
    expect(Reflect.get(errors, error.name), error.name).toBe(error.constructor); // logs show the name
  }
});

test('every class is above, but for those that only others extend', () => {
  const classes = Object.values(errors).filter((value) => typeof value === 'function' && 'prototype' in value);
  const thrown = new Set<unknown>(Object.values(failures).flatMap((all) => all.map((error) => error.constructor)));
  expect(classes.filter((each) => !thrown.has(each))).toEqual(
    expect.arrayContaining([errors.OperatorError, errors.FailedError, errors.OutOfReachError]),
  );
  expect(classes).toHaveLength(thrown.size + 3);
});

test('whatever has no class of its own is a fault of the program', () => {
  expect(errors.exitCodeOf(new Error('x'))).toBe(exitCodes.failed);
  expect(errors.exitCodeOf('x')).toBe(exitCodes.failed);
});

test('of several failures the highest exit code counts', () => {
  const [withheld, held] = [new errors.WithheldError('a'), new errors.RemovalHeldError('b')];
  const store = new errors.StoreFullError('write', 'c', { cause: new Error('no room') });
  expect(new errors.SeveralFailedError('x', [new Error('y')]).exitCode).toBe(exitCodes.failed);
  expect(new errors.SeveralFailedError('x', [held, withheld]).exitCode).toBe(exitCodes.usage);
  expect(new errors.SeveralFailedError('x', [withheld, store, held]).exitCode).toBe(exitCodes.outOfReach);
});

test.each([
  [new Error('no room'), 'no room'],
  ['no room', 'no room'],
  [
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') }),
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    new TypeError('fetch failed', { cause: new AggregateError([new Error('connect ECONNREFUSED ::1:1')]) }),
    'connect ECONNREFUSED ::1:1',
  ],
  [new Error('a request failed', { cause: new Error('no room') }), 'a request failed'],
])('%s: says what failed, also where only the cause of an error does', (error, reason) => {
  expect(errors.reasonOf(error)).toBe(reason);
});
