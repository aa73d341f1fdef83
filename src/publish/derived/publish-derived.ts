// Publishes what is derived from an organisation's published documents and its calendar: the calendar with its days, the
// lessons of six weeks, what changed for readers, and what links show; single days are work of their own. It is the least urgent work: nobody waits for it, and
// it lets documents go first. The files are written like documents, and then one part of the record is replaced, so that readers have
// the old calendar or the new one, whole.

import type { OrganisationId } from '../../access/ids.ts';
import { type DerivedRange, derivedRange } from '../../calendar/derived-range.ts';
import type { Derived } from '../../contract/types.generated.ts';
import { sameDocument } from '../../document/same-document.ts';
import { derivedFiles, slicesPacks } from '../../snapshot/derived-files.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { damagedRecord, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { digestDays } from '../changes/digest-days.ts';
import { publishChanges } from '../changes/publish-changes.ts';
import { documentWriter } from '../documents/write-documents.ts';
import { hasLastFence } from '../guard.ts';
import { assertMayLoseCalendar } from '../judge-removals.ts';
import { noPersonalTimetables, publishPersonalTimetables } from '../personal/publish-personal-timetables.ts';
import type { Done, OpenOrganisation } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { assertCalendar } from './assert-calendar.ts';
import { isCurrent, validityOf } from './is-current.ts';
import { listReplaced } from './list-replaced.ts';
import { daysOfWeeks, loadVersions } from './load-versions.ts';
import { resolveSourceDays } from './resolve-source-days.ts';
import { type DerivedFiles, writeDerivedFiles } from './write-derived-files.ts';

/** What the work needs of a publisher. */
type Tools = Pick<
  Publisher,
  'store' | 'validate' | 'now' | 'withSlot' | 'tzdata' | 'linkBytes' | 'removesInBulk' | 'retention'
>;

export type DerivedOptions = {
  /** Verify the stored files, and write bad ones again. */
  repair?: boolean;
  /** Waits, for a limited time, while documents are published. Called between two files. */
  letDocumentsGoFirst?: () => Promise<void>;
};

export type PublishedDerived = {
  organisationId: OrganisationId;
  /** The generation of the documents that it was made from; null without a calendar. */
  generation: number | null;
  /** The names of the files that were written: `calendar`, ISO weeks, and those that links show. */
  written: string[];
  /** The number of bytes written, in all encodings. */
  writtenBytes: number;
};

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
  const { pointer = null, derived: before, days: daysBefore } = stored.record ?? {};
  // It stays due: what is derived follows the first documents.
  if (pointer === null) return { state: 'nothing' };
  const place = { organisationId, handle, stored };

  const calendar = await organisation.readCalendar();
  const links = await organisation.readShownLinks();
  const publishLinks = async (range: DerivedRange) =>
    links.length === 0
      ? noPersonalTimetables()
      : publishPersonalTimetables(tools, organisation, {
          links,
          pointer,
          calendar,
          range,
          repair,
          letDocumentsGoFirst,
        });
  if (calendar === null) {
    if (before !== undefined && !tools.removesInBulk && hasLastFence(before, organisation))
      assertMayLoseCalendar(organisationId, await organisation.readRemoved([]));
    // Replaced although there is none: what was read may be older than a calendar, which would stay.
    const removes = before !== undefined || organisation.changed !== 'nothing';
    if (removes) await replacePart(store, place, 'derived', undefined, assertMayPublish);
    // Days stay for as long as the calendar.
    if (daysBefore !== undefined) await replacePart(store, place, 'days', undefined, assertMayPublish);
    // Without a time zone, the dates of UTC are those of nobody.
    const range = derivedRange(tools.now(), 'UTC');
    const ofChanges = await publishChanges(tools, organisation, { pointer, calendar, days: [], letDocumentsGoFirst });
    const ofLinks = await publishLinks(range);
    const { replaced } = ofLinks;
    const written = [...ofChanges.written, ...ofLinks.written];
    const writtenBytes = ofChanges.bytes + ofLinks.writtenBytes;
    const ofRange = links.length === 0 && ofChanges.entries.length === 0 ? null : { ...validFor(range), tzdata };
    await organisation.record({
      work: 'derived',
      replaced: removes,
      validity: ofRange,
      hasPart: false,
      links: ofLinks,
      changes: ofChanges.entries,
    });
    const isSame = before === undefined && replaced === 0 && written.length === 0;
    if (isSame) return { state: 'nothing' };
    return { state: 'done', result: { organisationId, generation: null, written, writtenBytes } };
  }

  const isPending = organisation.changed !== 'nothing' || !hasLastFence(before ?? null, organisation);
  if (!isPending && !repair && before !== undefined && isCurrent(before, pointer, tools)) {
    const kept = validityOf(before);
    const untouched = { links: null, changes: null };
    await organisation.record({ work: 'derived', replaced: false, validity: kept, hasPart: true, ...untouched });
    return { state: 'nothing' };
  }
  assertCalendar(tools.validate, organisationId, calendar);
  const range = derivedRange(tools.now(), calendar.timeZone);
  const writer = documentWriter(store, organisationId, repair);
  // In one of the slots for documents in memory.
  const { files, digests } = await tools.withSlot(async () => {
    const versions = await loadVersions(store, pointer, range);
    const { validate } = tools;
    const source = await resolveSourceDays(validate, organisation, calendar, versions.documents, daysOfWeeks(range));
    const { days } = source;
    const audience = { teachers: source.teachersInChanges.keys, self: null };
    const { generation } = pointer;
    const parts = { organisationId, generation, calendar, range, tzdata, versions, days, audience };
    const files = await writeDerivedFiles({ ...parts, store, validate, before, writer, repair, letDocumentsGoFirst });
    return { files, digests: digestDays(days, audience, daysOfWeeks(range)) };
  });

  const made = { generation: pointer.generation, ...validFor(range), tzdata, ...files };
  const isSame = before !== undefined && sameDocument(made, contentOf(before));
  const replaced = isPending || !isSame;
  const publishedAt = isSame ? before.publishedAt : new Date(tools.now()).toISOString();
  const next: Derived = { ...made, publishedAt, ...replacedBy(files, before, tools.now()), fence };
  // Before the part whose fence says that all of this is done.
  const ofChanges = await publishChanges(tools, organisation, {
    ...{ pointer, calendar, days: digests, letDocumentsGoFirst },
  });
  const latest = replaced && ofChanges.isReplaced ? await readRecordByHandle(store, organisationId, handle) : stored;
  const shown = replaced
    ? await replacePart(store, { ...place, latest }, 'derived', next, assertMayPublish)
    : { pointer };
  const ofLinks = await publishLinks(range);
  // Documents that were published meanwhile make it due again; if what was read was older than they are, it stays due.
  if (shown.pointer?.generation === pointer.generation)
    await organisation.record({
      work: 'derived',
      replaced,
      validity: validityOf(next),
      hasPart: true,
      links: ofLinks,
      changes: ofChanges.entries,
    });
  const written = [...writer.written, ...ofChanges.written, ...ofLinks.written];
  if (!replaced && written.length === 0 && ofLinks.replaced === 0) return { state: 'nothing' };
  const writtenBytes = writer.bytes + ofChanges.bytes + ofLinks.writtenBytes;
  return { state: 'done', result: { organisationId, generation: next.generation, written, writtenBytes } };
}

const validFor = ({ validFrom, validUntil }: DerivedRange): Pick<Derived, 'validFrom' | 'validUntil'> => ({
  validFrom: new Date(validFrom).toISOString(),
  validUntil: new Date(validUntil).toISOString(),
});

/** The parts that say what is shown; the others say when and by whom it was written. */
const contentOf = ({
  publishedAt: _at,
  replaced: _replaced,
  replacedPacks: _packs,
  fence: _fence,
  ...content
}: Derived) => content;

function replacedBy(
  files: DerivedFiles,
  before: Derived | undefined,
  now: number,
): Required<Pick<Derived, 'replaced' | 'replacedPacks'>> {
  const filesOf = (of: Pick<Derived, 'calendar' | 'weeks'>) =>
    derivedFiles(of).map(([name, { hash }]) => ({ name, hash }));
  const packsOf = (of: Pick<Derived, 'slices'>) => slicesPacks(of).map(([name, { hash }]) => ({ name, hash }));
  if (before === undefined) return { replaced: [], replacedPacks: [] };
  const { replaced, replacedPacks = [] } = before;
  return {
    replaced: listReplaced({ files: filesOf(before), replaced }, filesOf(files), now),
    replacedPacks: listReplaced({ files: packsOf(before), replaced: replacedPacks }, packsOf(files), now),
  };
}
