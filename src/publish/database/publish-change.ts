// Publishes what a person changed in the database: returns only when the record that servers read has been replaced, and throws
// when it could not be.

import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import { MissingGrantError, NotPublishedError, reasonOf } from '../../errors.ts';
import { publishAccess, waitWhileBusy } from '../engine/publish-organisation.ts';
import type { Request } from '../port.ts';
import type { DatabasePublisher } from './database-port.ts';

/** Publishes all keys, so that repeating a command repairs what an earlier one could not publish. */
const allKeys: Request = { what: 'versions', versions: new Set(), repair: false };

/**
 * Publishes what a command changed.
 * @param what the change, for the message when that fails
 * @param publish publishes it; by default the organisation's access and all of its keys
 * @throws NotPublishedError
 */
export async function publishChange(
  publisher: DatabasePublisher,
  organisationId: OrganisationId,
  what: string,
  publish: () => Promise<unknown> = () =>
    waitWhileBusy(organisationId, () => publishAccess(publisher, organisationId, allKeys)),
): Promise<void> {
  try {
    await publish();
  } catch (cause) {
    const reason = reasonOf(cause);
    const remedy = cause instanceof MissingGrantError ? 'Grant that' : `Repair ${publisher.store.location}`;
    throw new NotPublishedError(
      `${what} in the database, but servers do not see it: ${reason}. ` +
        `${remedy}, then run the command again, or \`${commandLine(`build --organisation ${organisationId}`)}\`.`,
      { cause },
    );
  }
}
