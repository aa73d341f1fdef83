// Replaces an API key by a new one. For a while both work, so that an application can be given the new one without a gap. One
// publication tells servers of both.

import type { OrganisationId } from '../../access/ids.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { selectPublishedOnly } from '../../database/select-published-only.ts';
import { AlreadyError, InvalidInputError } from '../../errors.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { changeAs, type PublishingEditor, type SecretSource } from '../operator.ts';
import { type CreatedKey, insertKey } from './create-key.ts';
import { noSuchKey } from './revoke-key.ts';

/** The longest overlap: 90 days. */
export const mostOverlapSeconds = 90 * 86_400;

export type RotatedKey = CreatedKey & {
  name: string;
  /** When the new key expires: as the old one did before. ISO 8601; null for never. */
  expiresAt: string | null;
  /** As the old one. */
  publishedOnly: boolean;
  /** The old key. */
  former: { id: string; expiresAt: string };
};

/**
 * The new key has the name and the expiry of the old one and sees the same versions. The old one expires after the overlap, or
 * earlier if it did before.
 * @throws InvalidInputError, NotFoundError, AlreadyError when the key is revoked or expired, NotPublishedError
 */
export async function rotateKey(
  operator: PublishingEditor,
  source: SecretSource,
  organisationId: OrganisationId,
  keyId: string,
  { overlapSeconds }: { overlapSeconds: number },
): Promise<RotatedKey> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > mostOverlapSeconds)
    throw new InvalidInputError([
      { path: 'overlapSeconds', message: `It must be a whole number from 0 to ${mostOverlapSeconds}.` },
    ]);
  const now = operator.publisher.now();
  const rotated = await changeAs(operator, async (transaction) => {
    const former = await transaction
      .selectFrom('api_key')
      .select(['name', 'expires_at', 'revoked_at', selectPublishedOnly.as('publishedOnly')])
      .where('id', '=', keyId)
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst();
    if (former === undefined) throw noSuchKey(keyId, organisationId);
    // The database's `infinity` arrives as a number, as which it is the latest of all.
    const formerExpiry = former.expires_at === null ? Number.POSITIVE_INFINITY : Number(former.expires_at);
    if (former.revoked_at !== null || formerExpiry <= now)
      throw new AlreadyError(
        `key ${keyId} is ${former.revoked_at === null ? 'expired' : 'revoked'} already; create a new one`,
      );
    const handle = await selectHandle(transaction, organisationId);
    if (handle === null) throw noSuchOrganisation(organisationId);
    const formerExpiresAt = new Date(Math.min(formerExpiry, now + overlapSeconds * 1000)).toISOString();
    const expiresAt = Number.isFinite(formerExpiry) ? new Date(formerExpiry).toISOString() : null;
    await transaction.updateTable('api_key').set({ expires_at: formerExpiresAt }).where('id', '=', keyId).execute();
    const { name, publishedOnly } = former;
    const created = await insertKey(transaction, source, handle, { organisationId, name, expiresAt, publishedOnly });
    return { ...created, name, expiresAt, publishedOnly, former: { id: keyId, expiresAt: formerExpiresAt } };
  });
  await publishChange(
    operator.publisher,
    organisationId,
    `key ${rotated.id} is created, and key ${keyId} expires at ${rotated.former.expiresAt}`,
  );
  return rotated;
}
