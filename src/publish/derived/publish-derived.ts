// Publishes what is derived from an organisation's published documents and its calendar: the calendar with its days, the
// lessons of six weeks, and what links show. It is the least urgent work: nobody waits for it, and it lets documents go first. The files are written
// like documents, and then one part of the record is replaced, so that readers have the old calendar or the new one, whole.

import type { OrganisationId, Owned } from '../../access/ids.ts';
import { type DerivedRange, derivedRange } from '../../calendar/derived-range.ts';
import type { Calendar, Derived, Pointer, PublishedFile } from '../../contract/types.generated.ts';
import { sameDocument } from '../../document/same-document.ts';
import { derivedFiles } from '../../snapshot/derived-files.ts';
import { calendarName } from '../../snapshot/paths.ts';
import { pointerGrace } from '../../snapshot/remove-garbage.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { damagedRecord, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { type DocumentWriter, documentWriter } from '../documents/write-documents.ts';
import { isAsLeft } from '../guard.ts';
import { assertMayLoseCalendar } from '../judge-removals.ts';
import { noLinkDocuments, publishLinkDocuments } from '../personal/publish-link-documents.ts';
import type { Done, OpenOrganisation } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { assembleDerived } from './assemble-derived.ts';
import { assertCalendar } from './assert-calendar.ts';
import { loadVersions } from './load-versions.ts';

/** What the work needs of a publisher. */
type Tools = Pick<Publisher, 'store' | 'validate' | 'now' | 'withSlot' | 'tzdata' | 'linkBytes' | 'removesInBulk'>;

export type DerivedOptions = {
  /** Verify the stored files, and write bad ones again. */
  repair?: boolean;
  /** Waits, for a limited time, while documents are published. Called between two files. */
  letDocumentsGoFirst?: () => Promise<void>;
};

export type PublishedDerived = {
  organisationId: OrganisationId;
  /** The generation of the documents that it was made from; null when there is no calendar any more. */
  generation: number | null;
  /** The names of the files that were written: `calendar`, ISO weeks, and those that links show. */
  written: string[];
  /** The number of bytes written, in all encodings. */
  writtenBytes: number;
};

/** Milliseconds for which the clock of this publisher may be behind that of another, so that the two do not publish by turns. */
const clockTolerance = 60_000;

/** As many replaced files as the record may name. */
const maxReplaced = 1000;

/**
 * Publishes the calendar and the weeks of an open organisation, or removes them when it has no calendar any more; then what its
 * links show. Writes nothing where nothing differs. When documents are published meanwhile, that is due again for them.
 * @throws BrokenCalendarError when the calendar cannot be followed, or would be too large; BrokenRecordError when something
 *   published is damaged; ConflictError when another publisher came first
 */
export async function publishOpenedDerived(
  tools: Tools,
  organisation: OpenOrganisation,
  { repair = false, letDocumentsGoFirst = async () => {} }: DerivedOptions = {},
): Promise<Done<PublishedDerived>> {
  const { store, tzdata } = tools;
  const { organisationId, handle, fence, assertMayPublish } = organisation;
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  const { pointer = null, derived: before } = stored.record ?? {};
  // It stays due: what is derived follows the first documents.
  if (pointer === null) return { state: 'nothing' };
  const place = { organisationId, handle, stored };

  const calendar = await organisation.readCalendar();
  const links = await organisation.readShownLinks();
  const publishLinks = async (range: DerivedRange) =>
    links.length === 0
      ? noLinkDocuments()
      : publishLinkDocuments(tools, organisation, { links, pointer, calendar, range, repair, letDocumentsGoFirst });
  if (calendar === null) {
    if (before !== undefined && !tools.removesInBulk && isAsLeft(before, organisation))
      assertMayLoseCalendar(organisationId, await organisation.readRemoved([]));
    // Replaced although there is none: what was read may be older than a calendar, which would stay.
    const removes = before !== undefined || organisation.changed !== 'nothing';
    if (removes) await replacePart(store, place, 'derived', undefined, assertMayPublish);
    // Without a time zone, the dates of UTC are those of nobody.
    const range = derivedRange(tools.now(), 'UTC');
    const ofLinks = await publishLinks(range);
    const { written, writtenBytes, replaced } = ofLinks;
    const ofRange = links.length === 0 ? null : { ...validity(range), tzdata };
    await organisation.record({
      work: 'derived',
      replaced: removes,
      validity: ofRange,
      hasPart: false,
      links: ofLinks,
    });
    const isSame = before === undefined && replaced === 0 && written.length === 0;
    if (isSame) return { state: 'nothing' };
    return { state: 'done', result: { organisationId, generation: null, written, writtenBytes } };
  }

  const isPending = organisation.changed !== 'nothing' || !isAsLeft(before ?? null, organisation);
  if (!isPending && !repair && before !== undefined && isCurrent(before, pointer, tools)) {
    await organisation.record({ work: 'derived', replaced: false, validity: before, hasPart: true, links: null });
    return { state: 'nothing' };
  }
  assertCalendar(tools.validate, organisationId, calendar);
  const range = derivedRange(tools.now(), calendar.timeZone);
  const writer = documentWriter(store, organisationId, repair);
  const files = await writeFiles(tools, { pointer, before, calendar, range, writer, letDocumentsGoFirst });

  const made = { generation: pointer.generation, ...validity(range), tzdata, ...files };
  const isSame = before !== undefined && sameDocument(made, contentOf(before));
  const replaced = isPending || !isSame;
  const publishedAt = isSame ? before.publishedAt : new Date(tools.now()).toISOString();
  const next: Derived = { ...made, publishedAt, replaced: listReplaced(before, files, tools.now()), fence };
  const shown = replaced ? await replacePart(store, place, 'derived', next, assertMayPublish) : { pointer };
  const ofLinks = await publishLinks(range);
  // Documents that were published meanwhile make it due again; if what was read was older than they are, it stays due.
  if (shown.pointer?.generation === pointer.generation)
    await organisation.record({ work: 'derived', replaced, validity: next, hasPart: true, links: ofLinks });
  const written = [...writer.written, ...ofLinks.written];
  if (!replaced && written.length === 0 && ofLinks.replaced === 0) return { state: 'nothing' };
  const writtenBytes = writer.bytes + ofLinks.writtenBytes;
  return { state: 'done', result: { organisationId, generation: next.generation, written, writtenBytes } };
}

/** Whether the same would be made of these documents at this moment. */
function isCurrent(
  { generation, validFrom, validUntil, tzdata }: Derived,
  pointer: Pointer,
  tools: Pick<Tools, 'now' | 'tzdata'>,
): boolean {
  const now = tools.now();
  const isNow = Date.parse(validFrom) <= now + clockTolerance && now < Date.parse(validUntil);
  // What another publisher made by newer time-zone data stays.
  return isNow && generation === pointer.generation && tzdata >= tools.tzdata;
}

const validity = ({ validFrom, validUntil }: DerivedRange): Pick<Derived, 'validFrom' | 'validUntil'> => ({
  validFrom: new Date(validFrom).toISOString(),
  validUntil: new Date(validUntil).toISOString(),
});

type Files = Pick<Derived, 'calendar' | 'weeks'>;

type Writing = {
  pointer: Owned<Pointer>;
  before: Derived | undefined;
  calendar: Calendar;
  range: DerivedRange;
  writer: DocumentWriter;
  letDocumentsGoFirst: () => Promise<void>;
};

/** Makes and writes the files, one after the other, in one of the slots for documents in memory. */
function writeFiles({ store, validate, withSlot, tzdata }: Tools, writing: Writing): Promise<Files> {
  const { pointer, before, calendar, range, writer, letDocumentsGoFirst } = writing;
  const { organisationId, generation } = pointer;
  return withSlot(async () => {
    const versions = await loadVersions(store, pointer, range);
    const known = new Map(before === undefined ? [] : derivedFiles(before));
    const written = new Map<string, PublishedFile>();
    const parts = { organisationId, generation, calendar, versions, range, tzdata };
    for (const [name, data] of assembleDerived(validate, parts)) {
      written.set(name, await writer.encode(name, data, known.get(name))());
      await letDocumentsGoFirst();
    }
    await writer.finish();
    const { [calendarName]: ofCalendar, ...weeks } = Object.fromEntries(written);
    if (ofCalendar === undefined) throw new Error(`organisation ${organisationId} was given no calendar`);
    return { calendar: ofCalendar, weeks };
  });
}

/** The parts that say what is shown; the others say when and by whom it was written. */
const contentOf = ({ publishedAt: _at, replaced: _replaced, fence: _fence, ...content }: Derived) => content;

/** The files that readers may still be loading: those that are replaced now, and a moment ago. */
function listReplaced(before: Derived | undefined, files: Files, now: number): Derived['replaced'] {
  if (before === undefined) return [];
  const named = new Set(derivedFiles(files).map(([name, { hash }]) => name + hash));
  const at = new Date(now).toISOString();
  const recent = before.replaced.filter((file) => Math.abs(now - Date.parse(file.at)) <= pointerGrace);
  const all = [...derivedFiles(before).map(([name, { hash }]) => ({ name, hash, at })), ...recent];
  return all.filter(({ name, hash }) => !named.has(name + hash)).slice(0, maxReplaced);
}
