// Writes the files of one person: the feed, plain and gzip, the person's document in all encodings, and the state of the feed.
// What did not change is not written. The records of the links name them afterwards.

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { OrganisationId } from '../access/ids.ts';
import { type FeedState, stateAfterLoss } from '../calendar/feed/feed-state.ts';
import type { Person } from '../calendar/index-persons.ts';
import type { LinkDocuments, PublishedFeed } from '../contract/types.generated.ts';
import { gzipLevel } from '../snapshot/encode-response.ts';
import { feedEncodings, filesOfPerson } from '../snapshot/link-files.ts';
import { type FeedEncoding, paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import type { Store } from '../store/store.ts';
import type { PersonDocuments } from './assemble-person.ts';
import { feedStateFile, readFeedState } from './feed-state-file.ts';
import { documentWriter, isStoredIntact } from './write-documents.ts';

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip);

export type PersonToWrite = {
  organisationId: OrganisationId;
  person: Person;
  made: PersonDocuments;
  generation: number;
  /** What the links show now; null for nothing yet. */
  before: LinkDocuments | null;
  /** Verify the stored files, and write bad ones again. */
  repair: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

/** `documents` is `before` itself when nothing changed. */
export type WrittenPerson = { documents: LinkDocuments; written: string[]; bytes: number };

/** @throws FailedError when the document is too large; StoreError */
export async function writePerson(store: Store, writing: PersonToWrite): Promise<WrittenPerson> {
  const { organisationId, person, made, generation, before, repair, now } = writing;
  const names = filesOfPerson(person);
  const draft = isSource(made, before) ? null : made.feed.draft();
  const isFeedRight =
    (draft === null || before?.basis?.feed === draft.basis) &&
    (!repair || (before !== null && (await isFeedIntact(store, organisationId, names.feed, before.feed))));
  const isMyRight =
    before?.basis?.my === made.my.basis &&
    (!repair || (await isStoredIntact(store, organisationId, names.my, before.my)));
  const { source } = made.feed;
  if (before?.basis !== undefined && isFeedRight && isMyRight) {
    const isTold = source === null || before.basis.source === source;
    const documents = isTold ? before : { ...before, basis: { ...before.basis, source } };
    return { documents, written: [], bytes: 0 };
  }

  const known = chooseState(await readFeedState(store, organisationId, names.feed), before, now);
  const { basis, write } = draft ?? made.feed.draft();
  const feed = write(known, now);
  const writer = documentWriter(store, organisationId, repair, []);
  const my = before !== null && isMyRight ? before.my : await writer.encode(names.my, made.my.encode(), before?.my)();
  const hash = sha256(feed.bytes);
  const bytes: Record<FeedEncoding, Uint8Array> = {
    identity: feed.bytes,
    gzip: await gzip(feed.bytes, { level: gzipLevel }),
  };
  const state = feedStateFile(organisationId, names.feed, feed.state);
  // The state also when only the document changed: its age tells the clean-up when files were replaced.
  const isNewFeed = repair || before?.feed.hash !== hash;
  const files = isNewFeed
    ? feedEncodings.map((encoding) => ({
        path: paths.feedFile(organisationId, names.feed, hash, encoding),
        bytes: bytes[encoding],
      }))
    : [];
  await store.write([...files, state]);
  const stored = (encoding: FeedEncoding) => ({ bytes: bytes[encoding].length, sha256: sha256(bytes[encoding]) });
  return {
    documents: {
      generation,
      changedAt: new Date(feed.state.changedAt).toISOString(),
      feed: isNewFeed || before === null ? { hash, identity: stored('identity'), gzip: stored('gzip') } : before.feed,
      my,
      basis: { source, feed: basis, my: made.my.basis },
    },
    written: [...(isNewFeed ? [names.feed] : []), ...writer.written],
    bytes: writer.bytes + files.reduce((sum, file) => sum + file.bytes.length, 0),
  };
}

/** The state of the feed that links show. One that is missing, damaged, or older than that feed cannot tell how far it was. */
function chooseState(known: FeedState | null, before: LinkDocuments | null, now: number): FeedState | null {
  if (before === null) return known;
  const changedAt = Date.parse(before.changedAt);
  return known !== null && known.changedAt >= changedAt ? known : stateAfterLoss(before.feed.hash, changedAt, now);
}

/** Whether what the links show was made from the same. */
const isSource = ({ feed: { source } }: PersonDocuments, before: LinkDocuments | null): boolean =>
  source !== null && before?.basis?.source === source;

/** Whether the store has both encodings of a feed with the size and hash in the link's record. */
async function isFeedIntact(
  store: Store,
  organisationId: OrganisationId,
  name: string,
  feed: PublishedFeed,
): Promise<boolean> {
  for (const encoding of feedEncodings) {
    const bytes = await store.read(paths.feedFile(organisationId, name, feed.hash, encoding));
    if (bytes === null || bytes.length !== feed[encoding].bytes || sha256(bytes) !== feed[encoding].sha256)
      return false;
  }
  return true;
}
