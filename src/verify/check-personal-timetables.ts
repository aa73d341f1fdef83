// Checks what the links of an organisation show: the feeds and documents that their records name, and that these are what the
// rules give from the published documents and the calendar. Links of one person show the same files, which are checked once.

import { gunzipSync } from 'node:zlib';
import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import { derivedRange } from '../calendar/derived-range.ts';
import { feedWindow } from '../calendar/feed/feed-window.ts';
import { commandLine } from '../command-line.ts';
import type { Calendar, Derived, LinkRecord, PersonalFiles, Pointer } from '../contract/types.generated.ts';
import { reasonOf } from '../errors.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { loadVersions } from '../publish/derived/load-versions.ts';
import { createPersonAssembler, type PersonalDocuments } from '../publish/personal/assemble-person.ts';
import { feedEncodings, filesOfPerson, nameOfFeedState, pathsOfDocuments } from '../snapshot/link-files.ts';
import { readLink } from '../snapshot/link-record.ts';
import { hashOfLinkName, paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import { type CheckMoment, grace } from './check-derived.ts';
import { checkDocument, type DocumentCheck } from './check-document.ts';

type Shown = { path: string; link: Owned<LinkRecord>; documents: PersonalFiles };

/** What intact records of links name. */
export async function readShownLinks(
  { store }: DocumentCheck,
  organisationId: OrganisationId,
  handle: Handle,
): Promise<Shown[]> {
  const names = await store.listNames(paths.linksOf(handle));
  const found = await mapConcurrently(names, readsAtOnce, async (name): Promise<Shown[]> => {
    const hash = hashOfLinkName(name);
    const { record } =
      hash === null ? { record: null } : await readLink(store, { organisationId, handle, sha256: hash });
    const documents = record?.documents ?? null;
    return hash === null || record === null || documents === null
      ? []
      : [{ path: paths.link(handle, hash), link: record, documents }];
  });
  return found.flat();
}

/** The paths of the files that they name, with those of the states of feeds. */
export const pathsOfLinks = (organisationId: OrganisationId, links: readonly Shown[]): string[] =>
  links.flatMap(({ link, documents }) => [
    ...pathsOfDocuments(organisationId, link, documents),
    paths.feedState(organisationId, nameOfFeedState(link, documents)),
  ]);

export type LinksToCheck = {
  organisationId: OrganisationId;
  links: readonly Shown[];
  pointer: Owned<Pointer>;
  /** The published calendar's own; null when there is none. */
  calendar: Calendar | null;
  /** Within the time for which it was derived, in milliseconds since 1970; null to compare with no rules. */
  moment: number | null;
  tzdata: string;
};

/** A moment for which what links show was derived from these documents; null when nobody knows one, or it is yet to follow. */
export function momentOfLinks(
  { derived, current }: { derived: Derived | undefined; current: Pointer | null },
  { now, tzdata }: CheckMoment,
): number | null {
  if (derived !== undefined)
    return derived.generation === current?.generation && derived.tzdata === tzdata
      ? Date.parse(derived.validFrom)
      : null;
  return now !== null && now - Date.parse(current?.publishedAt ?? '') > grace ? now : null;
}

export async function checkPersonalTimetables(check: DocumentCheck, asked: LinksToCheck): Promise<void> {
  const { organisationId, links } = asked;
  const assemble =
    links.length === 0 || asked.moment === null ? null : await createAssembler(check, asked, asked.moment);
  const checked = new Map<string, PersonalDocuments | null>();
  for (const { path, link, documents } of links) {
    const names = filesOfPerson(link);
    const key = `${names.my} ${documents.feed.hash} ${documents.my.hash} ${documents.hidesCancelled}`;
    if (!checked.has(key)) {
      await checkFeed(check, organisationId, names.feed, documents);
      const my = await checkDocument(check, 'my', organisationId, names.my, documents.my);
      if (my !== null && (my.kind !== link.kind || my.entity.entityId !== link.entityId))
        check.addProblem(path, `shows the document of ${my.kind} ${my.entity.entityId}`);
      // Nothing else in the store tells the organisation's name.
      const { kind, entityId } = link;
      const { hidesCancelled = false } = documents;
      checked.set(
        key,
        my === null ? null : (assemble?.({ kind, entityId }, { orgName: my.orgName, hidesCancelled }) ?? null),
      );
    }
    const made = checked.get(key) ?? null;
    // What is different on a day is not among the documents.
    if (made === null || documents.basis?.changed === true) continue;
    const repair = `\`${commandLine('build')}\` derives it anew`;
    if (documents.basis?.feed !== made.feed.draft().basis)
      check.addProblem(path, `shows a feed that is not what the rules give; ${repair}`);
    if (documents.basis?.my !== made.my.basis)
      check.addProblem(path, `shows a document that is not what the rules give; ${repair}`);
  }
}

async function createAssembler(
  { store, validate, addProblem }: DocumentCheck,
  { organisationId, pointer, calendar, tzdata }: LinksToCheck,
  moment: number,
): Promise<ReturnType<typeof createPersonAssembler> | null> {
  const range = derivedRange(moment, calendar?.timeZone ?? 'UTC');
  try {
    const versions = await loadVersions(store, pointer, range, feedWindow(range.today));
    const parts = {
      organisationId,
      orgName: '',
      generation: pointer.generation,
      calendar,
      versions,
      range,
      tzdata,
      days: null,
    };
    return createPersonAssembler(validate, parts);
  } catch (error) {
    addProblem(
      paths.files(organisationId),
      `what links show cannot be compared with the documents: ${reasonOf(error)}`,
    );
    return null;
  }
}

async function checkFeed(
  { store, addProblem, onFile }: DocumentCheck,
  organisationId: OrganisationId,
  name: string,
  { feed }: PersonalFiles,
): Promise<void> {
  for (const encoding of feedEncodings) {
    const path = paths.feedFile(organisationId, name, feed.hash, encoding);
    const bytes = await store.read(path);
    if (bytes === null) {
      addProblem(path, 'is named by the record of a link but missing');
      continue;
    }
    onFile();
    if (bytes.length !== feed[encoding].bytes || sha256(bytes) !== feed[encoding].sha256)
      addProblem(path, 'does not have the hash that the record of its link names');
    else if (sha256(encoding === 'gzip' ? gunzipSync(bytes) : bytes) !== feed.hash)
      addProblem(path, 'does not have the hash that its name contains');
  }
}
