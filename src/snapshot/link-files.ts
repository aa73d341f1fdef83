// The files that the links of an organisation show, and which of them are kept: those that a link's record names, and for a
// moment those that it named before, which a reader may still be loading.

import type { Handle, OrganisationId } from '../access/ids.ts';
import type { LinkRecord, PersonalFiles } from '../contract/types.generated.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import type { ListedFile, Store } from '../store/store.ts';
import { readLink } from './link-record.ts';
import { encodingNames, type FeedEncoding, hashOfLinkName, paths } from './paths.ts';
import { namesOfPerson, type PersonFiles, textOfPerson } from './person-files.ts';
import { sha256OfText } from './sha256.ts';

export const feedEncodings: readonly FeedEncoding[] = ['identity', 'gzip'];

type Person = Pick<LinkRecord, 'kind' | 'entityId'>;

export const filesOfPerson = (person: Person): PersonFiles => namesOfPerson(sha256OfText(textOfPerson(person)));

/** The name of the state of a feed: one that leaves something out changes at other times. */
export const nameOfFeedState = (person: Person, { hidesCancelled = false }: { hidesCancelled?: boolean }): string =>
  `${filesOfPerson(person).feed}${hidesCancelled ? '_hide' : ''}`;

/** The paths of the files that a link's record names, in every encoding. */
export function pathsOfDocuments(
  organisationId: OrganisationId,
  person: Person,
  { feed, my }: Pick<PersonalFiles, 'feed' | 'my'>,
): string[] {
  const names = filesOfPerson(person);
  return [
    ...feedEncodings.map((encoding) => paths.feedFile(organisationId, names.feed, feed.hash, encoding)),
    ...encodingNames.map((encoding) => paths.file(organisationId, names.my, my.hash, encoding)),
  ];
}

export type LinkFiles = {
  /** Named by a record, with the states of feeds. */
  named: ReadonlySet<string>;
  /** The others, with the moment when they were replaced, in milliseconds since 1970. */
  replacedAt: ReadonlyMap<string, number>;
  /** Whether nobody knows which of them are named, since a record is damaged. */
  areUnknown: boolean;
};

/** @returns the digits of the person in the path of a file that links show, or of its state; null for any other path */
function digitsOf(organisationId: OrganisationId, path: string): string | null {
  const name = path.startsWith(paths.files(organisationId))
    ? path.slice(paths.files(organisationId).length)
    : path.startsWith(paths.feedStates(organisationId))
      ? path.slice(paths.feedStates(organisationId).length)
      : '';
  return /^(?:ical|my)_([0-9a-f]{32})(?:_hide)?\./.exec(name)?.[1] ?? null;
}

/** Whether it is the file of a feed or of a person's document, or the state of a feed. */
export const isLinkFile = (organisationId: OrganisationId, path: string): boolean =>
  digitsOf(organisationId, path) !== null;

/**
 * Reads the records of an organisation's links, if it stores anything that links show. A person's files were replaced when the
 * state beside them was written.
 * @param listed the organisation's files
 */
export async function findLinkFiles(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
  listed: readonly ListedFile[],
): Promise<LinkFiles> {
  const own = listed.filter(({ path }) => isLinkFile(organisationId, path));
  if (own.length === 0) return { named: new Set(), replacedAt: new Map(), areUnknown: false };
  const hashes = (await store.listNames(paths.linksOf(handle))).flatMap((name) => hashOfLinkName(name) ?? []);
  const named = new Set<string>();
  let areUnknown = false;
  await mapConcurrently(hashes, readsAtOnce, async (sha256) => {
    const { state, record } = await readLink(store, { organisationId, handle, sha256 });
    if (state === 'damaged') areUnknown = true;
    if (record === null || record.documents === null) return;
    for (const path of pathsOfDocuments(organisationId, record, record.documents)) named.add(path);
    named.add(paths.feedState(organisationId, nameOfFeedState(record, record.documents)));
  });
  const writtenAt = new Map(
    own.flatMap(({ path, changedAt }) =>
      path.startsWith(paths.feedStates(organisationId))
        ? [[digitsOf(organisationId, path), changedAt.getTime()] as const]
        : [],
    ),
  );
  const replacedAt = new Map<string, number>();
  for (const { path } of own) {
    const at = writtenAt.get(digitsOf(organisationId, path));
    if (at !== undefined && !named.has(path)) replacedAt.set(path, at);
  }
  return { named, replacedAt, areUnknown };
}
