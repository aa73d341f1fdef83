// Creates an API key. It is returned once, when servers know it.

import { createApiKey } from '../../access/api-key.ts';
import type { Handle, OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { checkExpiry, checkName } from '../check-input.ts';
import { changeAs, type PublishingEditor, type SecretSource } from '../operator.ts';

/** `expiresAt`: ISO 8601, in the future; null for never. `publishedOnly`: whether the key sees no drafts. */
export type NewKey = {
  organisationId: OrganisationId;
  name: string;
  expiresAt: string | null;
  publishedOnly?: boolean;
};

/** A key as it is shown this once: it is not stored. */
export type CreatedKey = { id: string; key: string };

/** @throws InvalidInputError, NotFoundError, NotPublishedError */
export async function createKey(
  operator: PublishingEditor,
  source: SecretSource,
  { organisationId, name, expiresAt, publishedOnly = false }: NewKey,
): Promise<CreatedKey> {
  checkName(name);
  const expiry = checkExpiry(expiresAt, operator.publisher.now());
  const created = await changeAs(operator, async (transaction) => {
    const handle = await selectHandle(transaction, organisationId);
    if (handle === null) throw noSuchOrganisation(organisationId);
    return insertKey(transaction, source, handle, { organisationId, name, expiresAt: expiry, publishedOnly });
  });
  await publishChange(operator.publisher, organisationId, `key ${created.id} is created`);
  return created;
}

/** Draws a key of the organisation with this handle, and stores its hash. */
export async function insertKey(
  transaction: Database,
  { randomBytes, sha256 }: SecretSource,
  handle: Handle,
  { organisationId, name, expiresAt, publishedOnly = false }: NewKey,
): Promise<CreatedKey> {
  const key = createApiKey(handle, randomBytes);
  const id = `key_${Buffer.from(randomBytes(9)).toString('base64url')}`;
  await transaction
    .insertInto('api_key')
    .values({
      ...{ id, organisation_id: organisationId, name, sha256: sha256(key), expires_at: expiresAt },
      ...(publishedOnly && { published_only: true }), // a view may be without the column
    })
    .execute();
  return { id, key };
}
