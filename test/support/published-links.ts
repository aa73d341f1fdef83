// Links of a small published output, written by hand through the functions that publishing uses.

import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createLinkToken } from '../../src/access/link-token.ts';
import type { PersonalFiles } from '../../src/contract/types.generated.ts';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import {
  accessOf,
  type LinkAccess,
  type LinkPlace,
  readLink,
  replaceLinkAccess,
  replacePersonalFiles,
} from '../../src/snapshot/link-record.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { namesOfPerson, textOfPerson } from '../../src/snapshot/person-files.ts';
import type { Store } from '../../src/store/store.ts';
import { handleFor } from './record-places.ts';

export type PublishedLinks = {
  /** Writes the half of a record that decides requests: of class c1, valid without expiry, except for `changes`. */
  write(token: string, organisationId: string, changes?: Partial<LinkAccess>): Promise<void>;
  /** Writes the files of a link that is there, and what names them. */
  show(token: string, organisationId: string, what?: Partial<Shown>): Promise<PersonalFiles>;
  /** A link with documents; returns its token. */
  add(organisationId: string, what?: Partial<Shown>, changes?: Partial<LinkAccess>): Promise<string>;
};

/** What a link shows. */
export type Shown = { feed: string; my: unknown; changedAt: string };

export const shown: Shown = {
  feed: 'BEGIN:VCALENDAR\r\nX-TEST:north\r\nEND:VCALENDAR\r\n',
  my: { kind: 'class', orgName: 'North' },
  changedAt: '2026-09-01T06:30:15.250Z',
};

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const stored = (bytes: Uint8Array) => ({ bytes: bytes.length, sha256: hashOf(bytes) });
const always = async () => {};

export const newLinkToken = (organisationId: string): string => createLinkToken(handleFor(organisationId), randomBytes);

const placeOf = (token: string, organisationId: string): LinkPlace => ({
  organisationId: org(organisationId),
  handle: handleFor(organisationId),
  sha256: hashOf(token),
});

export const linkPath = (token: string, organisationId: string): string =>
  paths.link(handleFor(organisationId), hashOf(token));

export function publishedLinks(store: Store): PublishedLinks {
  const links: Omit<PublishedLinks, 'add'> = {
    async write(token, organisationId, changes = {}) {
      const place = placeOf(token, organisationId);
      const found = await readLink(store, place);
      const access: LinkAccess = {
        ...{ linkId: 'l1', kind: 'class', entityId: 'c1', name: null, expiresAt: null, revoked: false, fence: 1 },
        ...changes,
      };
      await replaceLinkAccess(store, place, found, access, always);
    },
    async show(token, organisationId, what = {}) {
      const { feed: text, my, changedAt } = { ...shown, ...what };
      const place = placeOf(token, organisationId);
      const found = await readLink(store, place);
      const access = accessOf(found);
      if (access === null) throw new Error('the link was never written');
      const names = namesOfPerson(hashOf(textOfPerson(access)));
      const identity = Buffer.from(text);
      const gzip = gzipSync(identity);
      const hash = hashOf(identity);
      const document = await encodeResponse(Buffer.from(JSON.stringify(my)));
      await store.write([
        { path: paths.feedFile(place.organisationId, names.feed, hash, 'identity'), bytes: identity },
        { path: paths.feedFile(place.organisationId, names.feed, hash, 'gzip'), bytes: gzip },
        ...encodingNames.map((encoding) => ({
          path: paths.file(place.organisationId, names.my, document.file.hash, encoding),
          bytes: document.bytes[encoding],
        })),
      ]);
      const feed = { hash, identity: stored(identity), gzip: stored(gzip) };
      const documents = { generation: 1, changedAt, feed, my: document.file };
      await replacePersonalFiles(store, place, found, documents, always);
      return documents;
    },
  };
  return {
    ...links,
    async add(organisationId, what, changes) {
      const token = newLinkToken(organisationId);
      await links.write(token, organisationId, changes);
      await links.show(token, organisationId, what);
      return token;
    },
  };
}
