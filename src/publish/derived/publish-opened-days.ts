// Publishes the days of an open organisation, since somebody waits for what is different today: it is work of its own, which waits
// neither for documents nor for what else is derived.

import { derivedRange } from '../../calendar/derived-range.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { damagedRecord, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { hasLastFence } from '../guard.ts';
import type { Done, OpenOrganisation } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { assertCalendar } from './assert-calendar.ts';
import { isCurrent, validityOf } from './is-current.ts';
import { daysOfWeeks, loadVersions } from './load-versions.ts';
import { publishDays } from './publish-days.ts';
import type { PublishedDerived } from './publish-derived.ts';
import { resolveSourceDays } from './resolve-source-days.ts';

/** What the work needs of a publisher. */
type Tools = Pick<Publisher, 'store' | 'validate' | 'now' | 'withSlot' | 'tzdata'>;

/**
 * Writes nothing where nothing differs. Without a calendar there are no days; they stay for as long as the calendar stays published,
 * which may await approval.
 * @param repair verify the stored files, and write bad ones again
 * @throws BrokenCalendarError when the calendar or a row cannot be followed; BrokenRecordError when something published is damaged;
 *   ConflictError when another publisher came first
 */
export async function publishOpenedDays(
  tools: Tools,
  organisation: OpenOrganisation,
  { repair = false }: { repair?: boolean } = {},
): Promise<Done<PublishedDerived>> {
  const { store, tzdata } = tools;
  const { organisationId, handle, assertMayPublish } = organisation;
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  const { pointer = null, derived, days: before } = stored.record ?? {};
  // It stays due: days follow the first documents.
  if (pointer === null) return { state: 'nothing' };
  const place = { organisationId, handle, stored };

  const calendar = await organisation.readCalendar();
  if (calendar === null) {
    const removes = before !== undefined && derived === undefined;
    if (removes) await replacePart(store, place, 'days', undefined, assertMayPublish);
    const hasPart = before !== undefined && !removes;
    await organisation.record({ work: 'days', replaced: removes, validity: null, hasPart, orphaned: 0 });
    if (!removes) return { state: 'nothing' };
    return { state: 'done', result: { organisationId, generation: null, written: [], writtenBytes: 0 } };
  }

  const isPending = organisation.changed !== 'nothing' || !hasLastFence(before ?? null, organisation);
  if (!isPending && !repair && before !== undefined && isCurrent(before, pointer, tools)) {
    const kept = validityOf(before);
    await organisation.record({ work: 'days', replaced: false, validity: kept, hasPart: true, orphaned: null });
    return { state: 'nothing' };
  }
  assertCalendar(tools.validate, organisationId, calendar);
  const range = derivedRange(tools.now(), calendar.timeZone);
  // In one of the slots for documents in memory.
  const { published, orphaned } = await tools.withSlot(async () => {
    const { documents } = await loadVersions(store, pointer, { ...range, ...daysOfWeeks(range) });
    const { days, teachersInChanges } = await resolveSourceDays(
      tools.validate,
      organisation,
      calendar,
      documents,
      daysOfWeeks(range),
    );
    const audience = { teachers: teachersInChanges.keys, self: null };
    const published = await publishDays({
      ...{ store, validate: tools.validate, now: tools.now, tzdata },
      ...{ place, organisation, before, pointer, calendar, days, audience, range, isPending, repair },
    });
    return { published, orphaned: days.orphaned.length };
  });
  const { part, replaced, written, bytes } = published;
  // Documents that were published meanwhile make it due again; if what was read was older than they are, it stays due.
  if (published.pointer?.generation === pointer.generation)
    await organisation.record({ work: 'days', replaced, validity: validityOf(part), hasPart: true, orphaned });
  if (!replaced && written.length === 0) return { state: 'nothing' };
  return { state: 'done', result: { organisationId, generation: part.generation, written, writtenBytes: bytes } };
}
