// Creates links. Their tokens are returned once, when servers know the links.

import type { OrganisationId } from '../../access/ids.ts';
import { createLinkToken } from '../../access/link-token.ts';
import type { LinkEntity } from '../../database/link-entities.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { formatCount } from '../../format-count.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { publishAllAccess } from '../../publish/engine/publish-organisation.ts';
import { checkExpiry, checkName } from '../check-input.ts';
import { changeAs, type PublishingEditor, type SecretSource } from '../operator.ts';
import { publishLink } from './revoke-link.ts';

/** A link that was created. The token is not stored. */
export type CreatedLink = {
  linkId: string;
  token: string;
  kind: LinkEntity['kind'];
  entityId: string;
  name: string | null;
  expiresAt: string | null;
};

/** How many rows one statement inserts. */
const insertedAtOnce = 1000;

/**
 * Creates a link for each entity: all of them or none.
 * @param keep called with the links before they exist, so that no token is lost; when it throws, none is created
 * @throws InvalidInputError, NotFoundError, NotPublishedError
 */
export async function createLinks(
  operator: PublishingEditor,
  { randomBytes, sha256 }: SecretSource,
  links: {
    organisationId: OrganisationId;
    entities: readonly LinkEntity[];
    name: string | null;
    expiresAt: string | null;
    /** Whether feeds show lessons that do not take place for the person; left out for `show`. */
    cancelled?: 'show' | 'hide';
  },
  keep: (created: readonly CreatedLink[]) => Promise<void> = async () => {},
): Promise<CreatedLink[]> {
  const { organisationId, entities, name, cancelled = 'show' } = links;
  const { publisher } = operator;
  if (name !== null) checkName(name);
  const expiresAt = checkExpiry(links.expiresAt, publisher.now());
  const handle = await selectHandle(operator.open.database, organisationId);
  if (handle === null) throw noSuchOrganisation(organisationId);
  const created = entities.map(({ kind, entityId }) => {
    const linkId = `link_${Buffer.from(randomBytes(9)).toString('base64url')}`;
    return { linkId, token: createLinkToken(handle, randomBytes), kind, entityId, name, expiresAt };
  });
  const rows = created.map(({ linkId, token, kind, entityId }) => ({
    id: linkId,
    organisation_id: organisationId,
    ...{ kind, entity_id: entityId, name, expires_at: expiresAt, cancelled },
    sha256: sha256(token),
  }));
  await changeAs(operator, async (transaction) => {
    for (let first = 0; first < rows.length; first += insertedAtOnce)
      await transaction
        .insertInto('link')
        .values(rows.slice(first, first + insertedAtOnce))
        .execute();
    await keep(created);
  });
  const [only] = rows;
  if (only === undefined) return [];
  if (rows.length === 1) await publishLink(publisher, organisationId, only.sha256, `link ${only.id} is created`);
  else
    await publishChange(publisher, organisationId, `${formatCount(rows.length, 'link')} are created`, () =>
      publishAllAccess(publisher, organisationId),
    );
  return created;
}
