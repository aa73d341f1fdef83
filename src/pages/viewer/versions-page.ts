// The versions of the organisation by timetable, and which of them is in use on a day.

import { findInUse } from '../../calendar/lessons/find-in-use.ts';
import type { InUse, TimetableList, TimetableVersionSummary } from '../../client/belfry-client.ts';
import { dayInWords, windowInWords } from '../ui/date-words.ts';
import { type Child, element, nameOf } from '../ui/element.ts';
import { phrase } from '../ui/phrase.ts';
import { type Address, writeAddress } from './address.ts';
import { dates } from './dates/dates.ts';
import { say } from './say.ts';

/** The entity and the timetable of the last grid. Other versions of that timetable open with the same entity. */
export type LastSeen = { groupId: string; of: Extract<Address, { page: 'timetable' }>['of'] };

export function versionsPage(
  list: TimetableList,
  date: string,
  onDate: (date: string) => void,
  lastSeen: LastSeen | null,
): HTMLElement {
  const input = element('input', {
    id: 'on',
    type: 'date',
    value: date,
    required: true,
    change: () => input.value !== '' && onDate(input.value),
  });
  return element(
    'main',
    { id: 'content', class: 'versions-page' },
    element(
      'div',
      { class: 'page-head' },
      element('h1', { tabindex: '-1' }, say('timetables')),
      dates().school !== null && element('a', { href: writeAddress({ page: 'calendar' }) }, say('calendar')),
      element('div', { class: 'on-date' }, element('label', { for: 'on' }, say('inUseOn')), input),
    ),
    list.count === 0 && element('p', { class: 'empty' }, say('noTimetables')),
    ...findInUse(list.timetables, date).map((inUse) =>
      timetable(
        inUse,
        list.timetables.filter(({ groupId }) => groupId === inUse.groupId),
        lastSeen?.groupId === inUse.groupId ? lastSeen.of : null,
      ),
    ),
  );
}

function timetable(inUse: InUse, versions: readonly TimetableVersionSummary[], of: LastSeen['of']): HTMLElement {
  const id = `timetable-${inUse.groupId}`;
  return element(
    'section',
    { 'aria-labelledby': id },
    element('h2', { id }, nameOf(inUse.name)),
    element('p', { class: 'quiet' }, ...explain(inUse)),
    element('ul', { class: 'versions' }, ...byUse(versions, inUse).map((version) => versionItem(version, inUse, of))),
  );
}

/** What is in use first, then what comes, drafts, and what is over; otherwise in the order of the list. */
function byUse(
  versions: readonly TimetableVersionSummary[],
  { date, version: used }: InUse,
): TimetableVersionSummary[] {
  const rank = ({ id, status, effectiveFrom, effectiveTo }: TimetableVersionSummary) => {
    if (id === used?.id) return 0;
    if (status === 'draft') return 2;
    return (effectiveTo ?? date) < date ? 3 : (effectiveFrom ?? date) > date ? 1 : 0.5;
  };
  return versions.toSorted((one, other) => rank(one) - rank(other));
}

function explain(inUse: InUse): Child[] {
  const day = dayInWords(inUse.date);
  const called = (version: TimetableVersionSummary) => nameOf(labelOf(version));
  switch (inUse.state) {
    case 'one':
      return phrase('usedOne', { version: called(inUse.version), day });
    case 'several':
      return phrase('usedSeveral', { count: inUse.others.length + 1, version: called(inUse.version), day });
    case 'none': {
      const { previous, next } = inUse;
      return [
        say('usedNone', { day }),
        ...(previous?.effectiveTo
          ? [' ', ...phrase('ended', { version: called(previous), day: dayInWords(previous.effectiveTo) })]
          : []),
        ...(next?.effectiveFrom
          ? [' ', ...phrase('begins', { version: called(next), day: dayInWords(next.effectiveFrom) })]
          : []),
      ];
    }
  }
}

export const labelOf = ({ versionName, versionNumber }: TimetableVersionSummary): string =>
  versionName ?? say('versionNumber', { number: versionNumber });

function versionItem(version: TimetableVersionSummary, inUse: InUse, of: LastSeen['of']): HTMLElement {
  const { id, versionName, versionNumber, status, effectiveFrom, effectiveTo, isCurrent, schedulingMode } = version;
  const used = inUse.version?.id === id;
  const also = inUse.state === 'several' && inUse.others.some((other) => other.id === id);
  const facts = [
    ...(versionName === null ? [] : [say('versionNumber', { number: versionNumber })]),
    windowInWords(effectiveFrom, effectiveTo),
    // Mentioned only where it contradicts the dates.
    ...(isCurrent && !used ? [say('markedCurrent')] : []),
    ...(schedulingMode === 'student-level' ? [say('perStudent')] : []),
  ];
  return element(
    'li',
    { class: used ? 'version used' : 'version' },
    element(
      'a',
      { href: writeAddress({ page: 'timetable', versionId: id, of, week: null }) },
      nameOf(labelOf(version)),
    ),
    element(
      'span',
      { class: 'badges' },
      used && element('span', { class: 'badge strong' }, say('inUse')),
      also && element('span', { class: 'badge' }, say('alsoCovers')),
      status === 'draft' && element('span', { class: 'badge draft' }, say('draft')),
    ),
    element('span', { class: 'quiet' }, facts.join(' · ')),
  );
}
