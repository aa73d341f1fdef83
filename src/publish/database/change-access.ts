// Changes access from the command line, as the dashboard does: the access of an organisation, new keys, revocations. Each
// returns only when the record that servers read has been replaced, and throws when it could not be.

import { sql, type Updateable } from 'kysely';
import { createApiKey } from '../../access/api-key.ts';
import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import type { Tables } from '../../database/tables.ts';
import { MissingGrantError, NotFoundError, NotPublishedError, reasonOf } from '../../errors.ts';
import { publishAccess, waitWhileBusy } from '../publish-one.ts';
import type { DatabasePublisher } from './database-port.ts';

/** The columns of an organisation's access. */
export type AccessChange = Partial<
  Pick<Updateable<Tables['organisation']>, 'access' | 'locked_because' | 'api_enabled'>
>;

/** @throws NotFoundError, NotPublishedError */
export async function setAccess(publisher: DatabasePublisher, id: OrganisationId, change: AccessChange): Promise<void> {
  const updated = await publisher.port.database
    .updateTable('organisation')
    .set(change)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (updated === undefined) throw noSuchOrganisation(id);
  await publishChange(publisher, id, `the access of organisation ${id} is changed`);
}

/** The inputs of a new key. */
export type KeySource = {
  randomBytes: (count: number) => Uint8Array;
  sha256: (text: string) => string;
};

/**
 * @returns the key, which is not stored
 * @throws NotFoundError, NotPublishedError
 */
export async function addKey(
  publisher: DatabasePublisher,
  { randomBytes, sha256 }: KeySource,
  key: { organisationId: OrganisationId; name: string; expiresAt: string | null },
): Promise<{ id: string; key: string }> {
  const { database } = publisher.port;
  const handle = await selectHandle(database, key.organisationId);
  if (handle === null) throw noSuchOrganisation(key.organisationId);
  const secret = createApiKey(handle, randomBytes);
  const id = `key_${Buffer.from(randomBytes(9)).toString('base64url')}`;
  await database
    .insertInto('api_key')
    .values({
      id,
      organisation_id: key.organisationId,
      name: key.name,
      sha256: sha256(secret),
      expires_at: key.expiresAt,
    })
    .execute();
  await publishChange(publisher, key.organisationId, `key ${id} is created`);
  return { id, key: secret };
}

/**
 * Revokes a key. For a key that is already revoked, only repairs the record if necessary.
 * @throws NotFoundError, NotPublishedError
 */
export async function revokeKey(publisher: DatabasePublisher, id: string): Promise<void> {
  const revokedAt = new Date(publisher.now()).toISOString();
  const key = await publisher.port.database
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, ${revokedAt})` })
    .where('id', '=', id)
    .returning('organisation_id')
    .executeTakeFirst();
  if (key === undefined)
    throw new NotFoundError(`there is no key ${id}; \`${commandLine('keys list --organisation ID')}\` shows them`);
  await publishChange(publisher, parseOrganisationId(key.organisation_id), `key ${id} is revoked`);
}

async function publishChange(
  publisher: DatabasePublisher,
  organisationId: OrganisationId,
  what: string,
): Promise<void> {
  try {
    // Publishes all keys, so that repeating a command repairs what an earlier one could not publish.
    const request = { what: 'versions', versions: new Set<string>(), repair: false } as const;
    await waitWhileBusy(organisationId, () => publishAccess(publisher, organisationId, request));
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
