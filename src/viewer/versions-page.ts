// The versions of the organisation by timetable, and which of them is in use on a day.

import { findInUse, type InUse, type TimetableList, type TimetableVersionSummary } from '../client/belfry-client.ts';
import { type Address, writeAddress } from './address.ts';
import { dayInWords, windowInWords } from './calendar.ts';
import { element, nameOf } from './element.ts';

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
      element('h1', { tabindex: '-1' }, 'Timetables'),
      element('span', { class: 'quiet' }, nameOf(list.orgId)),
      element('div', { class: 'on-date' }, element('label', { for: 'on' }, 'In use on'), input),
    ),
    list.count === 0 && element('p', { class: 'empty' }, 'This school has no timetables yet.'),
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
    element('p', { class: 'quiet' }, explain(inUse)),
    element('ul', { class: 'versions' }, ...versions.map((version) => versionItem(version, inUse, of))),
  );
}

function explain(inUse: InUse): string {
  const day = dayInWords(inUse.date);
  switch (inUse.state) {
    case 'one':
      return `${labelOf(inUse.version)} is in use on ${day}.`;
    case 'several':
      return `${inUse.others.length + 1} published versions cover ${day}; ${labelOf(inUse.version)} is taken to be in use.`;
    case 'none': {
      const { previous, next } = inUse;
      const ended = previous?.effectiveTo ? ` ${labelOf(previous)} ended on ${dayInWords(previous.effectiveTo)}.` : '';
      const begins = next?.effectiveFrom ? ` ${labelOf(next)} begins on ${dayInWords(next.effectiveFrom)}.` : '';
      return `Nothing is in use on ${day}.${ended}${begins}`;
    }
  }
}

export const labelOf = ({ versionName, versionNumber }: TimetableVersionSummary): string =>
  versionName ?? `Version ${versionNumber}`;

function versionItem(version: TimetableVersionSummary, inUse: InUse, of: LastSeen['of']): HTMLElement {
  const { id, versionName, versionNumber, status, effectiveFrom, effectiveTo, isCurrent, schedulingMode } = version;
  const used = inUse.version?.id === id;
  const also = inUse.state === 'several' && inUse.others.some((other) => other.id === id);
  const facts = [
    ...(versionName === null ? [] : [`Version ${versionNumber}`]),
    windowInWords(effectiveFrom, effectiveTo),
    // Mentioned only where it contradicts the dates.
    ...(isCurrent && !used ? ['marked as the current one'] : []),
    ...(schedulingMode === 'student-level' ? ['planned for each student'] : []),
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
      used && element('span', { class: 'badge strong' }, 'In use'),
      also && element('span', { class: 'badge' }, 'Also covers this day'),
      status === 'draft' && element('span', { class: 'badge draft' }, 'Draft'),
    ),
    element('span', { class: 'quiet' }, facts.join(' · ')),
  );
}
