// Finds the link of a request, from the token in its address or in its Authorization header. The token contains the handle of
// the organisation, and its hash names the link's record, so no list is searched.

import type { LinkFacts } from '../../access/decide-link.ts';
import { identifyLinkToken } from '../../access/link-token.ts';
import { BrokenRecordError } from '../../errors.ts';
import { chain, type MaybePromise, type SnapshotReader } from '../snapshot-reader.ts';

/** The link, from one reading of the published output. */
export type FoundLink = Pick<LinkFacts, 'token' | 'link' | 'organisation'>;

/**
 * Reads nothing when the text is not a token, and one record when the token is unknown.
 * @param sha256 in lower-case hexadecimal, of a text in UTF-8
 * @throws when a record is broken or unreachable
 */
export function findLink(
  token: string | null,
  sha256: (text: string) => MaybePromise<string>,
  reader: Pick<SnapshotReader, 'link' | 'organisation'>,
): MaybePromise<FoundLink> {
  const unknown: FoundLink = { token, link: null, organisation: null };
  const identity = token === null ? null : identifyLinkToken(token, sha256);
  if (identity === null) return unknown;
  const { handle, sha256: hashing } = identity;
  const reading = chain(hashing, (hash) => reader.link(handle, hash));
  return chain(reading, (link) => {
    if (link === null) return unknown;
    return chain(reader.organisation(handle), (organisation) => {
      if (organisation !== null && organisation.handle !== handle)
        throw new BrokenRecordError('the record at the path of one handle contains another');
      if (organisation !== null && organisation.organisationId !== link.organisationId)
        throw new BrokenRecordError('the record of a link is that of another organisation');
      return { token, link, organisation };
    });
  });
}
