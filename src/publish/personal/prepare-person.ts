// Prepares the files of one person: the feed, plain and gzip, the person's document in all encodings, and the state of the feed.
// What did not change is not among them. How much they take is known before anything is written, and the records of the links
// name them afterwards.

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { OrganisationId } from '../../access/ids.ts';
import { type FeedState, stateAfterLoss } from '../../calendar/feed/feed-state.ts';
import type { Person } from '../../calendar/lessons/index-persons.ts';
import type { PersonalFiles, PublishedFeed } from '../../contract/types.generated.ts';
import { encodeResponse, gzipLevel } from '../../snapshot/encode-response.ts';
import { feedEncodings, filesOfPerson, nameOfFeedState } from '../../snapshot/link-files.ts';
import { encodingNames, type FeedEncoding, paths } from '../../snapshot/paths.ts';
import { sha256 } from '../../snapshot/sha256.ts';
import type { NewFile, Store } from '../../store/store.ts';
import { isStoredIntact } from '../documents/write-documents.ts';
import type { PersonalDocuments } from './assemble-person.ts';
import { feedStateFile, readFeedState } from './feed-state-file.ts';

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip);

export type PersonToPrepare = {
  organisationId: OrganisationId;
  person: Person;
  made: PersonalDocuments;
  /** Whether the feed leaves out lessons that do not take place for the person. */
  hidesCancelled: boolean;
  generation: number;
  /** What the links show now; null for nothing yet. */
  before: PersonalFiles | null;
  /** Whether they showed nothing since there was too much; programs may know a feed of before. */
  wasWithheld: boolean;
  /** Verify the stored files, and write bad ones again. */
  repair: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * `documents` is `before` itself when nothing changed. `files` are to be written before a record names them; `written` are the
 * names of those that readers get.
 */
export type PreparedTimetable = { documents: PersonalFiles; files: NewFile[]; written: string[] };

/** @throws FailedError when the document is too large; StoreError */
export async function preparePerson(store: Store, preparing: PersonToPrepare): Promise<PreparedTimetable> {
  const { organisationId, person, made, hidesCancelled, generation, before, wasWithheld, repair, now } = preparing;
  const names = filesOfPerson(person);
  const draft = isSource(made, before) ? null : made.feed.draft();
  const isFeedRight =
    (draft === null || before?.basis?.feed === draft.basis) &&
    (!repair || (before !== null && (await isFeedIntact(store, organisationId, names.feed, before.feed))));
  const isMyRight =
    before?.basis?.my === made.my.basis &&
    (!repair || (await isStoredIntact(store, organisationId, names.my, before.my)));
  const { source } = made.feed;
  const isSameKind = (before?.hidesCancelled ?? false) === hidesCancelled;
  if (before?.basis?.bytes !== undefined && isSameKind && isFeedRight && isMyRight) {
    const isTold = source === null || before.basis.source === source;
    const documents = isTold ? before : { ...before, basis: { ...before.basis, source } };
    return { documents, files: [], written: [] };
  }

  const stateName = nameOfFeedState(person, { hidesCancelled });
  const known = chooseState(await readFeedState(store, organisationId, stateName), before, wasWithheld, now);
  const { basis, write } = draft ?? made.feed.draft();
  const { bytes, state } = write(known, now);
  const isNewFeed = repair || before?.feed.hash !== sha256(bytes);
  const feed = isNewFeed || before === null ? await encodeFeed(organisationId, names.feed, bytes) : keep(before.feed);
  const my = isMyRight ? keep(before.my) : await encodeMy(organisationId, names.my, made.my.encode());
  // The state also when only the document changed: its age tells the clean-up when files were replaced.
  const remembered = feedStateFile(organisationId, stateName, state);
  const size = [
    ...feedEncodings.map((encoding) => feed.published[encoding].bytes),
    ...encodingNames.map((encoding) => my.published[encoding].bytes),
    remembered.bytes.length,
  ].reduce((sum, each) => sum + each, 0);
  return {
    documents: {
      generation,
      changedAt: new Date(state.changedAt).toISOString(),
      feed: feed.published,
      my: my.published,
      ...(hidesCancelled && { hidesCancelled }),
      basis: { source, feed: basis, my: made.my.basis, bytes: size, ...(made.isChanged && { changed: true }) },
    },
    files: [...feed.files, ...my.files, remembered],
    written: [...(feed.files.length > 0 ? [names.feed] : []), ...(my.files.length > 0 ? [names.my] : [])],
  };
}

type Encoded<Published> = { published: Published; files: NewFile[] };

const keep = <Published>(published: Published): Encoded<Published> => ({ published, files: [] });

async function encodeFeed(
  organisationId: OrganisationId,
  name: string,
  identity: Uint8Array,
): Promise<Encoded<PublishedFeed>> {
  const hash = sha256(identity);
  const bytes: Record<FeedEncoding, Uint8Array> = { identity, gzip: await gzip(identity, { level: gzipLevel }) };
  const stored = (encoding: FeedEncoding) => ({ bytes: bytes[encoding].length, sha256: sha256(bytes[encoding]) });
  return {
    published: { hash, identity: stored('identity'), gzip: stored('gzip') },
    files: feedEncodings.map((encoding) => ({
      path: paths.feedFile(organisationId, name, hash, encoding),
      bytes: bytes[encoding],
    })),
  };
}

async function encodeMy(
  organisationId: OrganisationId,
  name: string,
  data: Uint8Array,
): Promise<Encoded<PersonalFiles['my']>> {
  const { file, bytes } = await encodeResponse(data);
  return {
    published: file,
    files: encodingNames.map((encoding) => ({
      path: paths.file(organisationId, name, file.hash, encoding),
      bytes: bytes[encoding],
    })),
  };
}

/** The state of the feed that links show. One that is missing, damaged, or older than that feed cannot tell how far it was. */
function chooseState(
  known: FeedState | null,
  before: PersonalFiles | null,
  wasWithheld: boolean,
  now: number,
): FeedState | null {
  if (before === null) return known ?? (wasWithheld ? stateAfterLoss('', now, now) : null);
  const changedAt = Date.parse(before.changedAt);
  return known !== null && known.changedAt >= changedAt ? known : stateAfterLoss(before.feed.hash, changedAt, now);
}

/** Whether what the links show was made from the same. */
const isSource = ({ feed: { source } }: PersonalDocuments, before: PersonalFiles | null): boolean =>
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
