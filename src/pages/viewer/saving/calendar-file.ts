// The lessons of a grid as an iCalendar file (RFC 5545), for a reader who has no link to subscribe to: from the first day of this
// week on, as far as the version goes. What is different on a day is in it as far as the page knows it.

import { contentLine, escapeText, utcTime } from '../../../calendar/feed/content-line.ts';
import { addDays, mondayOf } from '../../../calendar/time/day.ts';
import { isTimeZone, localToUtc } from '../../../calendar/time/zone.ts';
import type { PlacedCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import type { Entry } from '../choose/entries.ts';
import { dates, todayNumber } from '../dates/dates.ts';
import { titleOf } from '../grid/cell-button.ts';

/** Half a year: what is planned for later is likely to change. */
const maxDays = 183;

/** @param name of the calendar */
export function calendarFile(timetable: ResolvedTimetable, { kind, entityId, selection }: Entry, name: string): Blob {
  const { effectiveFrom, effectiveTo } = timetable.document;
  const first = Math.max(mondayOf(todayNumber()), effectiveFrom ?? 0);
  const last = effectiveTo ?? Number.POSITIVE_INFINITY;
  const stamp = utcTime(Date.now());
  const zone = dates().school?.calendar.timeZone;
  /** Of the school's zone where it is known, and otherwise of wherever the calendar is read. */
  const moment = (property: string, day: number, time: string) =>
    zone !== undefined && isTimeZone(zone)
      ? contentLine(property, utcTime(localToUtc(day, time, zone)))
      : contentLine(property, `${day}T${time.replace(':', '')}00`);
  const eventOf = (day: number, cell: PlacedCell): string => {
    const names = (items: readonly { name: string }[]) => items.map((item) => item.name).join(', ');
    const others = [cell.groupName ?? '', names(cell.classes), names(cell.teachers)].filter((each) => each !== '');
    const units = cell.units.map(({ localId }) => localId).join('+') || `${cell.startTime}-${cell.lane}`;
    return [
      contentLine('BEGIN', 'VEVENT'),
      contentLine('UID', escapeText(`${timetable.document.groupId}/${kind}/${entityId}/${day}/${units}@belfry`)),
      contentLine('DTSTAMP', stamp),
      moment('DTSTART', day, cell.startTime),
      moment('DTEND', day, cell.endTime),
      contentLine('SUMMARY', escapeText(titleOf(cell))),
      contentLine('LOCATION', escapeText(names(cell.rooms))),
      contentLine('DESCRIPTION', escapeText(others.join('\n'))),
      contentLine('END', 'VEVENT'),
    ].join('');
  };
  const events: string[] = [];
  for (let day = first, count = 0; day <= last && count < maxDays; day = addDays(day, 1), count += 1) {
    const cells = dates()
      .lessonsOn(timetable, selection, day)
      ?.blocks.flatMap((block) => block.cells);
    for (const cell of cells ?? []) if (cell.isOff !== true) events.push(eventOf(day, cell));
  }
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Belfry//Timetable//EN', 'CALSCALE:GREGORIAN', ''];
  const title = contentLine('X-WR-CALNAME', escapeText(name));
  return new Blob([head.join('\r\n'), title, ...events, contentLine('END', 'VCALENDAR')], { type: 'text/calendar' });
}
