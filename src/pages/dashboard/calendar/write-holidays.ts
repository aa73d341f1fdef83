// Writes the days without school of a calendar as an iCalendar file, which calendar programs and this page read.

import { contentLine, escapeText, utcTime } from '../../../calendar/feed/content-line.ts';
import { addDays } from '../../../calendar/time/day.ts';
import type { Calendar } from '../answers.ts';
import { isForAll } from './change-days.ts';

/** @param now milliseconds since 1970 */
export function writeHolidays(calendar: Calendar, organisation: { id: string; name: string }, now: number): string {
  const single = (calendar.exceptions ?? []).flatMap((each) =>
    each.kind === 'closed' ? [{ ...each, id: `day-${each.date}`, firstDay: each.date, lastDay: each.date }] : [],
  );
  const closed = [...(calendar.closures ?? []), ...single].filter(isForAll);
  const events = closed
    .sort((one, other) => one.firstDay - other.firstDay)
    .flatMap(({ id, name, firstDay, lastDay }) => [
      contentLine('BEGIN', 'VEVENT'),
      contentLine('UID', escapeText(`${id}@${organisation.id}.belfry`)),
      contentLine('DTSTAMP', utcTime(now)),
      contentLine('DTSTART;VALUE=DATE', String(firstDay)),
      contentLine('DTEND;VALUE=DATE', String(addDays(lastDay, 1))),
      contentLine('SUMMARY', escapeText(name)),
      contentLine('TRANSP', 'TRANSPARENT'),
      contentLine('END', 'VEVENT'),
    ]);
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Belfry//Holidays//EN'),
    contentLine('X-WR-CALNAME', escapeText(organisation.name)),
    ...events,
    contentLine('END', 'VCALENDAR'),
  ].join('');
}
