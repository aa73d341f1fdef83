// Reads an iCalendar file as strictly as RFC 5545 is written, and throws at the first thing that it does not allow: lines and
// folding (3.1), the values (3.3), and which properties a calendar and an event may have (3.6), of which only those that
// feeds are meant to have are accepted here.

import { expect } from 'vitest';

/** Values are texts without their escapes; DTSTART and DTEND are as they stand in the file. */
export type ReadEvent = { [property: string]: string };
export type ReadCalendar = { properties: ReadEvent; events: ReadEvent[] };

const text = /^(?:[^\p{Cc};,\\]|\t|\\[\\;,Nn])*$/u;
const utc = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;
const date = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const duration = /^PT\d+H$/;
const number = /^\d{1,10}$/;

/** How often a property may be there, and its value. A property with parameters is named with them. */
type Rules = { [property: string]: { least: 0 | 1; value: RegExp } };
const ofCalendar: Rules = {
  VERSION: { least: 1, value: /^2\.0$/ },
  PRODID: { least: 1, value: text },
  CALSCALE: { least: 0, value: /^GREGORIAN$/ },
  NAME: { least: 0, value: text },
  DESCRIPTION: { least: 0, value: text },
  'X-WR-CALNAME': { least: 0, value: text },
  'X-WR-CALDESC': { least: 0, value: text },
  'REFRESH-INTERVAL;VALUE=DURATION': { least: 0, value: duration },
  'X-PUBLISHED-TTL': { least: 0, value: duration },
};
const ofEvent: Rules = {
  UID: { least: 1, value: text },
  DTSTAMP: { least: 1, value: utc },
  'LAST-MODIFIED': { least: 0, value: utc },
  SEQUENCE: { least: 0, value: number },
  DTSTART: { least: 0, value: utc },
  DTEND: { least: 0, value: utc },
  'DTSTART;VALUE=DATE': { least: 0, value: date },
  'DTEND;VALUE=DATE': { least: 0, value: date },
  SUMMARY: { least: 0, value: text },
  LOCATION: { least: 0, value: text },
  DESCRIPTION: { least: 0, value: text },
  STATUS: { least: 1, value: /^CONFIRMED$/ },
  TRANSP: { least: 0, value: /^TRANSPARENT$/ },
};

export function readStrictly(bytes: Uint8Array): ReadCalendar {
  const lines = unfold(bytes).map(readLine);
  const take = (name: string, value: string) => {
    const line = lines.shift();
    expect(line, `BEGIN or END of ${value}`).toEqual([name, value]);
  };
  const next = () => lines[0]?.[0] ?? '';
  take('BEGIN', 'VCALENDAR');
  const properties: [string, string][] = [];
  for (; next() !== 'BEGIN' && next() !== 'END'; ) properties.push(lines.shift() ?? ['', '']);
  const events: ReadEvent[] = [];
  while (next() === 'BEGIN') {
    take('BEGIN', 'VEVENT');
    const own: [string, string][] = [];
    for (; next() !== 'BEGIN' && next() !== 'END'; ) own.push(lines.shift() ?? ['', '']);
    take('END', 'VEVENT');
    events.push(checkEvent(checkProperties(own, ofEvent)));
  }
  take('END', 'VCALENDAR');
  expect(lines, 'after the calendar').toEqual([]);
  expect(events, 'a calendar has a component').not.toEqual([]);
  expect(new Set(events.map(({ UID }) => UID)).size, 'each UID is there once').toBe(events.length);
  return { properties: checkProperties(properties, ofCalendar), events };
}

function unfold(bytes: Uint8Array): string[] {
  // Without `expect` for each byte, which would take minutes for a large feed.
  const must = (holds: boolean, what: string) => holds || expect.unreachable(what);
  const lines: Uint8Array[] = [];
  let begin = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 13) must(bytes[at + 1] === 10, `a CR without LF at ${at}`);
    if (bytes[at] !== 10) continue;
    must(bytes[at - 1] === 13, `a LF without CR at ${at}`);
    must(at - 1 > begin, `an empty line at ${at}`);
    must(at - 1 - begin <= 75, `more than 75 octets at ${at}`);
    lines.push(bytes.subarray(begin, at - 1));
    begin = at + 1;
  }
  must(begin === bytes.length, 'the last line does not end with CRLF');
  const logical: string[] = [];
  for (const line of lines) {
    // Each line on its own: a character that is split over two is not UTF-8 in either.
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    if (!decoded.startsWith(' ')) logical.push(decoded);
    else logical.push(`${logical.pop() ?? expect.unreachable('the first line is folded')}${decoded.slice(1)}`);
  }
  return logical;
}

/** name *(";" param) ":" value. Feeds have no parameter that needs quotes. */
function readLine(line: string): [name: string, value: string] {
  const [, name = '', value = ''] =
    /^([A-Z0-9-]+(?:;[A-Z0-9-]+=[A-Za-z0-9-]+)*):((?:\t|[^\p{Cc}])*)$/u.exec(line) ?? expect.unreachable(line);
  return [name, value];
}

function checkProperties(properties: readonly [string, string][], rules: Rules): ReadEvent {
  for (const [name, { least }] of Object.entries(rules)) {
    const count = properties.filter(([each]) => each === name).length;
    if (count < least || count > 1) expect.unreachable(`${name} is there ${count} times`);
  }
  const read: ReadEvent = {};
  for (const [name, value] of properties) {
    const rule = rules[name] ?? expect.unreachable(`the property ${name}`);
    if (!rule.value.test(value)) expect.unreachable(`${name}: ${value}`);
    read[name] =
      rule.value === text
        ? value.replace(/\\(.)/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
        : value;
  }
  return read;
}

function checkEvent(event: ReadEvent): ReadEvent {
  const { DTSTART, DTEND, 'DTSTART;VALUE=DATE': firstDay, 'DTEND;VALUE=DATE': dayAfter } = event;
  expect(DTSTART === undefined, 'a moment or a date').toBe(firstDay !== undefined);
  if (DTEND !== undefined) expect(DTEND > (DTSTART ?? '~'), `${DTEND} is after ${DTSTART}`).toBe(true);
  if (dayAfter !== undefined) expect(dayAfter > (firstDay ?? '~'), `${dayAfter} is after ${firstDay}`).toBe(true);
  return event;
}
