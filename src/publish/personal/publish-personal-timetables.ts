// Publishes what the links of an organisation show: for each person with a link a feed and a document, and then the half
// `documents` of the records of that person's links. It follows the calendar and the weeks, and lets documents go first between
// two persons. What is the same as before is not written, so an edit reaches the few whom it concerns. What all links of an
// organisation take of the store is limited: the newest beyond that are withheld.

import type { OrganisationId, Owned } from '../../access/ids.ts';
import type { DerivedRange } from '../../calendar/derived-range.ts';
import { feedWindow } from '../../calendar/feed/feed-window.ts';
import type { Person } from '../../calendar/lessons/index-persons.ts';
import type { Calendar, PersonalFiles, Pointer } from '../../contract/types.generated.ts';
import { BrokenRecordError, ConflictError, StoreError } from '../../errors.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { type LinkShown, readLink, replacePersonalFiles, shownOf } from '../../snapshot/link-record.ts';
import { textOfPerson } from '../../snapshot/person-files.ts';
import { loadVersions } from '../derived/load-versions.ts';
import type { OpenOrganisation, ShownLink } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { createPersonAssembler, type PersonalDocuments } from './assemble-person.ts';
import { createLinkBudget, type LinkShare } from './link-budget.ts';
import { loadDaysOfPersons } from './load-days-of-persons.ts';
import { preparePerson } from './prepare-person.ts';

/** How many persons are at work together, while one waits for the store, and how many records of one person. */
const [personsAtOnce, recordsAtOnce] = [4, 8];

/** What the work needs of a publisher. */
type Tools = Pick<Publisher, 'store' | 'validate' | 'now' | 'withSlot' | 'tzdata' | 'linkBytes'>;

export type LinksToPublish = {
  /** Those that are first get their share of the store first. */
  links: readonly ShownLink[];
  pointer: Owned<Pointer>;
  calendar: Calendar | null;
  range: DerivedRange;
  repair: boolean;
  letDocumentsGoFirst: () => Promise<void>;
};

export type PublishedPersonalTimetables = {
  /** The names of the files that were written. */
  written: string[];
  writtenBytes: number;
  /** How many records were replaced. */
  replaced: number;
  /** How many links show nothing, since there is too much. */
  withheld: number;
  /** Whether a link has no record yet. */
  lacksLinks: boolean;
};

export const noPersonalTimetables = (): PublishedPersonalTimetables => ({
  ...{ written: [], writtenBytes: 0, replaced: 0, withheld: 0, lacksLinks: false },
});

/**
 * @throws ConflictError when another publisher came first; StoreError; BrokenRecordError when a published document or the
 *   record of a link is damaged; why what one person's links show could not be made, when that of all others is published
 */
export function publishPersonalTimetables(
  tools: Tools,
  organisation: OpenOrganisation,
  publishing: LinksToPublish,
): Promise<PublishedPersonalTimetables> {
  const { pointer, calendar, range, links, letDocumentsGoFirst } = publishing;
  const { organisationId } = organisation;
  return tools.withSlot(async () => {
    const versions = await loadVersions(tools.store, pointer, range, feedWindow(range.today));
    const { generation } = pointer;
    const orgName = await organisation.readName();
    const days =
      calendar === null
        ? null
        : await loadDaysOfPersons(tools.validate, organisation, calendar, versions.documents, range);
    const parts = { organisationId, orgName, generation, calendar, versions, range, days, tzdata: tools.tzdata };
    const assemble = createPersonAssembler(tools.validate, parts);

    const published = noPersonalTimetables();
    const shareOfNext = createLinkBudget(tools.linkBytes);
    const failures: unknown[] = [];
    await mapConcurrently([...byPerson(links).values()], personsAtOnce, async (ofPerson) => {
      const share = shareOfNext();
      try {
        await letDocumentsGoFirst();
        await publishPerson(tools, organisation, { ...publishing, ...ofPerson, assemble, share, published });
      } catch (error) {
        if (error instanceof ConflictError || error instanceof StoreError) throw error;
        failures.push(error);
      } finally {
        share.end();
      }
    });
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    return published;
  });
}

type OfPerson = { person: Person; hidesCancelled: boolean; hashes: string[] };

/** Links whose feeds leave something out show other files. */
function byPerson(links: readonly ShownLink[]): ReadonlyMap<string, OfPerson> {
  const found = new Map<string, OfPerson>();
  for (const { kind, entityId, sha256, hidesCancelled } of links) {
    const key = `${hidesCancelled} ${textOfPerson({ kind, entityId })}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { person: { kind, entityId }, hidesCancelled, hashes: [sha256] });
    else known.hashes.push(sha256);
  }
  return found;
}

type PersonToPublish = LinksToPublish &
  OfPerson & {
    assemble: ReturnType<typeof createPersonAssembler>;
    share: LinkShare;
    published: PublishedPersonalTimetables;
  };

async function publishPerson(
  { store, now }: Tools,
  { organisationId, handle, assertMayPublish }: OpenOrganisation,
  { person, hidesCancelled, hashes, assemble, share, published, pointer, repair }: PersonToPublish,
): Promise<void> {
  const places = hashes.map((sha256) => ({ organisationId, handle, sha256 }));
  const records = await mapConcurrently(places, recordsAtOnce, async (place) => ({
    place,
    stored: await readLink(store, place),
  }));
  if (records.some(({ stored }) => stored.state === 'absent')) published.lacksLinks = true;
  const live = records.filter(({ stored }) => stored.record?.revoked === false);
  if (live.length > 0) {
    const shown = await makeShown();
    if (shown === 'withheld') published.withheld += live.length;
    const others = live.filter(({ stored }) => JSON.stringify(shownOf(stored)) !== JSON.stringify(shown));
    await mapConcurrently(others, recordsAtOnce, async ({ place, stored }) => {
      const outcome = await replacePersonalFiles(store, place, stored, shown, () => assertMayPublish(null));
      if (outcome === 'replaced') published.replaced += 1;
    });
  }
  if (records.some(({ stored }) => stored.state === 'damaged')) throw damagedLink(organisationId, person);

  async function makeShown(): Promise<LinkShown> {
    if (share.isSpent()) return 'withheld';
    const known = live.flatMap(({ stored }) => stored.record?.documents ?? []);
    share.claim(known[0]?.basis?.bytes ?? 0);
    const made = assemble(person, { hidesCancelled });
    const before = chooseBefore(known, made);
    const { documents, files, written } = await preparePerson(store, {
      ...{ organisationId, person, made, hidesCancelled, generation: pointer.generation, before, repair, now: now() },
      wasWithheld: live.some(({ stored }) => shownOf(stored) === 'withheld'),
    });
    share.claim(documents.basis?.bytes ?? 0);
    if (!(await share.isGranted())) return 'withheld';
    if (files.length > 0) await store.write(files);
    for (const name of written) published.written.push(name);
    for (const { bytes } of files) published.writtenBytes += bytes.length;
    return documents;
  }
}

/** What the person's links show, if that is right, or else what any of them shows. */
function chooseBefore(known: readonly PersonalFiles[], { feed, my }: PersonalDocuments): PersonalFiles | null {
  return known.find(({ basis }) => basis?.source === feed.source && basis?.my === my.basis) ?? known[0] ?? null;
}

/** It is not replaced by half: who may read it is not known. */
const damagedLink = (organisationId: OrganisationId, { kind, entityId }: Person): BrokenRecordError =>
  new BrokenRecordError(
    `the record of a link of ${kind} ${entityId} of organisation ${organisationId} is damaged, so what it shows stays as it is`,
  );
