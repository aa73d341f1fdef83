// Writes the feed of a class, a teacher, a room or a student: an iCalendar file (RFC 5545, RFC 7986) that calendar programs
// subscribe to. Equal data and an equal state give equal bytes. There is no METHOD, since PUBLISH demands an ORGANIZER, and no
// alarm.

import { isoDay } from '../time/day.ts';
import { contentLine, escapeText, utcTime } from './content-line.ts';
import { fill } from './describe-lesson.ts';
import type { FeedContent, FeedInput } from './feed-input.ts';
import { type FeedState, goneEvents, stateOfEvent, stateOfFile } from './feed-state.ts';
import { type FeedEvent, listEvents } from './list-events.ts';

/** What Google is reported to take of a calendar. */
const maxEvents = 1000;
const maxBytes = 700_000;

export type Feed = {
  bytes: Uint8Array;
  /** To be passed as `previous` the next time. */
  state: FeedState;
  /** How many events were left out, the farthest ones; the feed's description then says from which day on. */
  leftOut: number;
};

export const writeFeed = ({ previous, now, ...content }: FeedInput): Feed => draftFeed(content).write(previous, now);

/** A feed but for when what it says changed. */
export type FeedDraft = {
  /** A hash of what it says. With the same basis, and the state that was returned with it, a feed has the same bytes. */
  basis: string;
  write(previous: FeedState | null, now: number): Feed;
};

/** To find out whether a feed must be written, without what was returned with it before. */
export function draftFeed(content: FeedContent): FeedDraft {
  const { name, words, window, sha256 } = content;
  const events = listEvents(content);
  const said = events.map(({ uid, lines }) => `${uid}\n${lines}`);
  return {
    basis: sha256([header(name, words.shortened), window.firstDay, ...said].join('\n')),
    write: (previous, now) => writeEvents(content, events, previous, now),
  };
}

function writeEvents(
  { name, words, window, sha256 }: FeedContent,
  all: readonly FeedEvent[],
  previous: FeedState | null,
  now: number,
): Feed {
  const events: FeedState['events'] = {};
  const footer = contentLine('END', 'VCALENDAR');
  // As if some were left out: every date is equally long.
  let left = maxBytes - octets(header(name, shortened(words.shortened, window.firstDay))) - octets(footer);
  let body = '';
  let count = 0;
  for (const event of all.slice(0, maxEvents)) {
    const state = stateOfEvent(previous, event.uid, sha256(event.lines), now);
    const component = writeEvent(event, state);
    left -= octets(component);
    if (left < 0) break;
    body += component;
    events[event.uid] = state;
    count += 1;
  }
  const next = all[count];
  const text = header(name, next === undefined ? null : shortened(words.shortened, next.day)) + body + footer;
  for (const [uid, state] of goneEvents(previous, events, window.firstDay)) events[uid] = state;
  return {
    bytes: encode(text),
    state: { ...stateOfFile(previous, sha256(text), now), events },
    leftOut: all.length - count,
  };
}

/** NAME and DESCRIPTION are those of RFC 7986; most programs still read the names with X-. */
function header(name: string, description: string | null): string {
  const [title, about] = [escapeText(name), escapeText(description ?? '')];
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Belfry//Timetable//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', title),
    contentLine('X-WR-CALNAME', title),
    ...(description === null ? [] : [contentLine('DESCRIPTION', about), contentLine('X-WR-CALDESC', about)]),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT4H'),
    contentLine('X-PUBLISHED-TTL', 'PT4H'),
  ].join('');
}

function writeEvent({ uid, lines }: FeedEvent, { changedAt, sequence }: FeedState['events'][string]): string {
  return (
    contentLine('BEGIN', 'VEVENT') +
    contentLine('UID', uid) +
    contentLine('DTSTAMP', utcTime(changedAt)) +
    contentLine('LAST-MODIFIED', utcTime(changedAt)) +
    contentLine('SEQUENCE', String(sequence)) +
    // Never CANCELLED: Google drops such events from a calendar that somebody subscribed to, and nobody would see why.
    contentLine('STATUS', 'CONFIRMED') +
    lines +
    contentLine('END', 'VEVENT')
  );
}

const shortened = (words: string, day: number): string => fill(words, { date: isoDay(day) });

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const octets = (text: string): number => encode(text).length;
