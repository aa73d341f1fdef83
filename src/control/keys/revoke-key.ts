// Revokes an API key. Servers refuse it when this returns.

import { sql } from 'kysely';
import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import { NotFoundError } from '../../errors.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';

/**
 * For a key that is already revoked, only repairs the record if necessary.
 * @param of the organisation whose key it must be; a key of another is not found
 * @throws NotFoundError, NotPublishedError
 */
export async function revokeKey(operator: PublishingEditor, id: string, of?: OrganisationId): Promise<void> {
  const revokedAt = new Date(operator.publisher.now()).toISOString();
  const key = await changeAs(operator, (transaction) => {
    const update = transaction
      .updateTable('api_key')
      .set({ revoked_at: sql`coalesce(revoked_at, ${revokedAt})` })
      .where('id', '=', id);
    return (of === undefined ? update : update.where('organisation_id', '=', of))
      .returning('organisation_id')
      .executeTakeFirst();
  });
  if (key === undefined) throw noSuchKey(id, of);
  await publishChange(operator.publisher, parseOrganisationId(key.organisation_id), `key ${id} is revoked`);
}

/** @param of the organisation that was asked for it */
export const noSuchKey = (id: string, of = 'ID'): NotFoundError =>
  new NotFoundError(`there is no key ${id}; \`${commandLine(`keys list --organisation ${of}`)}\` shows them`);
