// Changes the name of an API key, and when it expires. Servers see it when this returns.

import type { OrganisationId } from '../../access/ids.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { checkExpiry, checkName } from '../check-input.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { type ListedKey, readListedKey } from './list-keys.ts';

/**
 * @param change `expiresAt`: ISO 8601, in the future; null for never
 * @param assertExpected throws when the key is no longer as the caller knows it; then nothing is changed
 * @throws InvalidInputError, NotFoundError, NotPublishedError
 */
export async function changeKey(
  operator: PublishingEditor,
  organisationId: OrganisationId,
  id: string,
  change: { name?: string; expiresAt?: string | null },
  assertExpected: (before: ListedKey) => void = () => {},
): Promise<ListedKey> {
  const { name, expiresAt } = change;
  if (name !== undefined) checkName(name);
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(expiresAt === undefined ? {} : { expires_at: checkExpiry(expiresAt, operator.publisher.now()) }),
  };
  const after = await changeAs(operator, async (transaction) => {
    const own = transaction.selectFrom('api_key').select('id').where('id', '=', id);
    await own.where('organisation_id', '=', organisationId).forUpdate().execute();
    assertExpected(await readListedKey(transaction, organisationId, id));
    if (Object.keys(columns).length > 0)
      await transaction.updateTable('api_key').set(columns).where('id', '=', id).execute();
    return readListedKey(transaction, organisationId, id);
  });
  if (expiresAt !== undefined)
    await publishChange(operator.publisher, organisationId, `the expiry of key ${id} is changed`);
  return after;
}
