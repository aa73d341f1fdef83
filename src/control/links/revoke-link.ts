// Revokes a link. Servers refuse it when this returns.

import { sql } from 'kysely';
import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import { NotFoundError } from '../../errors.ts';
import type { DatabasePublisher } from '../../publish/database/database-port.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { publishAccess, waitWhileBusy } from '../../publish/engine/publish-organisation.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';

/**
 * For a link that is already revoked, only repairs its record if necessary.
 * @param of the organisation whose link it must be; a link of another is not found
 * @throws NotFoundError, NotPublishedError
 */
export async function revokeLink(operator: PublishingEditor, id: string, of?: OrganisationId): Promise<void> {
  const revokedAt = new Date(operator.publisher.now()).toISOString();
  const link = await changeAs(operator, (transaction) => {
    const update = transaction
      .updateTable('link')
      .set({ revoked_at: sql`coalesce(revoked_at, ${revokedAt})` })
      .where('id', '=', id);
    return (of === undefined ? update : update.where('organisation_id', '=', of))
      .returning(['organisation_id', 'sha256'])
      .executeTakeFirst();
  });
  if (link === undefined)
    throw new NotFoundError(
      `there is no link ${id}; \`${commandLine(`links list --organisation ${of ?? 'ID'}`)}\` shows them`,
    );
  const organisationId = parseOrganisationId(link.organisation_id);
  await publishLink(operator.publisher, organisationId, link.sha256, `link ${id} is revoked`);
}

/** Publishes the one link. @param what the change, for the message when that fails. @throws NotPublishedError */
export const publishLink = (
  publisher: DatabasePublisher,
  organisationId: OrganisationId,
  sha256: string,
  what: string,
): Promise<void> =>
  publishChange(publisher, organisationId, what, () =>
    waitWhileBusy(organisationId, () =>
      publishAccess(publisher, organisationId, { what: 'links', hashes: new Set([sha256]) }),
    ),
  );
