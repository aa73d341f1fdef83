// An unwritable path in an option is a usage error, not a bug.

import { reasonOf, UsageError } from '../../src/errors.ts';

/** Writes to a path. @throws UsageError with the path and the reason */
export async function orUnwritable<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}
