// The rooms that are free in a period of the cycle: the current one, or one that the reader chooses.

import type { ResolvedTimetable, Room, SchoolPeriod } from '../../../client/belfry-client.ts';
import { freeRooms, periodsOf } from '../../../client/find-free.ts';
import { element, nameOf } from '../../ui/element.ts';
import { type Address, writeAddress } from '../address.ts';
import { namingOf } from '../choose/naming.ts';
import { dates } from '../dates/dates.ts';
import { dayNames, periodName } from '../dates/period-words.ts';
import { say } from '../say.ts';
import type { ShownPage } from '../shown-page.ts';
import type { OtherTimetables } from './other-timetables.ts';

type Place = Extract<Address, { page: 'free' }>;

/** @param others the school's other timetables in use, whose lessons take rooms too */
export function freeRoomsPage(
  timetable: ResolvedTimetable,
  { timetables: others, isWhole }: OtherTimetables,
): ShownPage<Place> {
  const { id: versionId, name } = timetable.document;
  const naming = namingOf(timetable);
  const periods = periodsOf(timetable);
  const dayName = dayNames(timetable);
  const addressOf = (at: number | null) => writeAddress({ page: 'free', versionId, at });
  const choice = element('select', {
    'aria-label': say('period'),
    change: () => location.assign(addressOf(Number(choice.value))),
  });
  let group: HTMLOptGroupElement | undefined;
  for (const [index, period] of periods.entries()) {
    if (group?.label !== dayName(period)) {
      group = element('optgroup', { label: dayName(period), dir: 'auto' });
      choice.append(group);
    }
    group.append(
      element('option', { value: String(index), dir: 'auto' }, `${dayName(period)} · ${periodName(period)}`),
    );
  }
  const place = element('section', { 'aria-live': 'polite' });
  return {
    root: element(
      'main',
      { id: 'content', class: 'free-page' },
      element(
        'div',
        { class: 'version-line no-print' },
        element('a', { href: writeAddress({ page: 'timetable', versionId, of: null, week: null }) }, nameOf(name)),
      ),
      element('h1', { tabindex: '-1' }, say('freeRooms')),
      element(
        'p',
        { class: 'version-line' },
        choice,
        element('a', { href: addressOf(null), class: 'no-print' }, say('now')),
      ),
      !isWhole && element('p', { class: 'notice', role: 'status' }, say('otherNotRead')),
      place,
    ),
    reveal: () => {},
    show({ at }) {
      const index = at !== null && at < periods.length ? at : periodNow(timetable, periods);
      const period = periods[index];
      choice.value = String(index);
      const rooms = period === undefined ? [] : freeRooms(timetable, period, others);
      place.replaceChildren(
        element('h2', {}, say('roomsFree', { count: rooms.length })),
        element(
          'ul',
          { class: 'free-rooms' },
          ...rooms.map((room) => roomItem(room, naming.distinct(room), versionId)),
        ),
      );
      return `${say('freeRooms')} · ${name}`;
    },
  };
}

function roomItem({ entityId, capacity, buildingName }: Room, name: string, versionId: string): HTMLElement {
  const href = writeAddress({ page: 'timetable', versionId, of: { kind: 'room', entityId }, week: null });
  return element(
    'li',
    {},
    element('a', { href }, nameOf(name)),
    capacity > 0 && element('span', { class: 'quiet' }, say('seats', { count: capacity })),
    buildingName.trim() !== '' && nameOf(buildingName, { class: 'quiet' }),
  );
}

/** The current period, or else the next one today, or else the first of the cycle. */
function periodNow(timetable: ResolvedTimetable, periods: readonly SchoolPeriod[]): number {
  const { now, dayOn, school } = dates();
  const { date, time: clock } = now();
  const day = dayOn(timetable, date);
  const time = school?.usualTime(timetable, { date, time: clock }) ?? clock;
  const next = periods.findIndex(
    ({ week, turn, dayOfWeek, endTime }) =>
      week === day?.week && turn === day.turn && dayOfWeek === day.dayOfWeek && time < endTime,
  );
  return Math.max(next, 0);
}
