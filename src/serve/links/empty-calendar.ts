// The body of a refused feed: a calendar without events, for programs that read it whatever the status. A calendar has at
// least one component (RFC 5545, section 3.6); that of a time zone shows nothing.

const lines = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Belfry//Timetable//EN',
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  'END:VCALENDAR',
  '',
];

export const emptyCalendar: Uint8Array = new TextEncoder().encode(lines.join('\r\n'));
