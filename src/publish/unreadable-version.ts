// A version that PostgreSQL cannot read: a value beyond its limits, a damaged page. Its error ends the transaction in
// which the organisation is read, so the organisation is read again without that version. This costs nothing in the normal
// case, whereas a savepoint for each version would cost two statements.

import { reasonOf } from '../errors.ts';

/** PostgreSQL cannot read a version; the transaction is lost. */
export class UnreadableVersionError extends Error {
  override readonly name = 'UnreadableVersionError';
  readonly versionId: string;
  constructor(versionId: string, cause: unknown) {
    super(`PostgreSQL cannot read it: ${reasonOf(cause)}`, { cause });
    this.versionId = versionId;
  }
}

/** Retries without each version that turns out to be unreadable; `unreadable` says why, by version id. */
export async function withholdUnreadable<Result>(
  attempt: (unreadable: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const unreadable = new Map<string, string>();
  for (;;) {
    try {
      return await attempt(unreadable);
    } catch (error) {
      if (!(error instanceof UnreadableVersionError) || unreadable.has(error.versionId)) throw error;
      unreadable.set(error.versionId, error.message);
    }
  }
}
