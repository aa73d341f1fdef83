// The events of a feed: one for each lesson, in UTC and without rules of repetition, and whole days for what is closed.
// Rules and time zones are what calendar programs read differently; a moment in UTC they all read alike.
//
// A UID is the day and the time with a hash of entityIds, so that a lesson keeps it over imports and versions, and in another
// room. A lesson that moves gets another, since Google sometimes never applies a new time to a UID that it knows.

import { addDays } from '../time/day.ts';
import { contentLine, escapeText, utcTime } from './content-line.ts';
import { type Description, describeChanged, describeLesson } from './describe-lesson.ts';
import type { ChangedFeedLesson, ClosedDays, FeedContent, FeedLesson } from './feed-input.ts';

/** `lines` are all but the UID and what depends on earlier feeds. */
export type FeedEvent = { uid: string; day: number; lines: string };

/** `order` tells events of one UID apart; it must not change when their room does, unless nothing else differs. */
type Draft = FeedEvent & { begin: string; order: () => string; isHidden: boolean };

/** In the order of time; for the same lessons the same events, whatever their order. Never empty. */
export function listEvents(input: FeedContent): FeedEvent[] {
  const known = new Map<string, Said>();
  const drafts = [
    ...input.closedDays.map((days) => draftClosedDays(days, input)),
    ...input.lessons.map((lesson) => draftLesson(lesson, input, known)),
    ...input.changed.map((lesson) => draftChanged(lesson, input, known)),
  ].sort(byTime);
  const seen = new Map<string, number>();
  const events = drafts.flatMap(({ uid, day, lines, isHidden }): FeedEvent[] => {
    const number = (seen.get(uid) ?? 0) + 1;
    seen.set(uid, number);
    // After it has its number, so that no other event gets that.
    return isHidden ? [] : [{ uid: number === 1 ? `${uid}@belfry` : `${uid}-${number}@belfry`, day, lines }];
  });
  return events.length === 0 ? [draftNote(input)] : events;
}

/** What a lesson says whenever it takes place. */
type Said = { lesson: FeedLesson; hash: string; roomIds: string[]; texts: string[]; lines: string };

function draftLesson(lesson: FeedLesson, input: FeedContent, known: Map<string, Said>): Draft {
  const { date } = lesson;
  const [start, end] = [momentOf(lesson.start), momentOf(lesson.end)];
  const { hash, roomIds, texts, lines } = sayOnce(lesson, input, known);
  return {
    uid: uidOf(lesson, hash),
    day: date,
    begin: `${date} ${start.utc}`,
    order: () => JSON.stringify([roomIds, end.utc, ...texts]),
    lines: timeOf(lesson) + lines,
    isHidden: false,
  };
}

/**
 * The event of the planned lesson, with another text, has its UID and its place among events of one UID. What is there on the day
 * alone has a UID by the lesson's id: nobody can tell from it who was replaced, or by whom.
 */
function draftChanged(changed: ChangedFeedLesson, input: FeedContent, known: Map<string, Said>): Draft {
  const { planned, shown, takesPart } = changed;
  const isCancelled = shown.status === 'cancelled' || !takesPart;
  const uid = uidOf(shown, hashOf(input, ['on the day', shown.id]));
  const begin = `${shown.date} ${momentOf(shown.start).utc}`;
  return {
    ...(planned === null ? { uid, day: shown.date, begin, order: () => '' } : draftLesson(planned, input, known)),
    lines:
      timeOf(shown) +
      textsOf(describeChanged(changed, input)) +
      (isCancelled ? contentLine('TRANSP', 'TRANSPARENT') : ''),
    isHidden: isCancelled && input.hidesCancelled,
  };
}

type Timed = Pick<FeedLesson, 'date' | 'startTime' | 'start' | 'end'>;

const uidOf = ({ date, startTime }: Timed, hash: string): string => `${date}T${startTime.replace(':', '')}-${hash}`;

function timeOf(lesson: Timed): string {
  const [start, end] = [momentOf(lesson.start), momentOf(lesson.end)];
  // In the hour that a change of the clock leaves out, a lesson may end before it begins. DTEND may not (3.8.2.2).
  return contentLine('DTSTART', start.utc) + (end.at > start.at ? contentLine('DTEND', end.utc) : '');
}

const textsOf = ({ summary, location, description }: Description): string =>
  contentLine('SUMMARY', escapeText(summary)) +
  textUnlessEmpty('LOCATION', location) +
  textUnlessEmpty('DESCRIPTION', description);

type Moment = { at: number; utc: string };

/** Lessons of a whole school begin and end at few moments. */
const mostMoments = 20_000;
const moments = new Map<string, Moment>();

/** @param text a timestamp */
function momentOf(text: string): Moment {
  const known = moments.get(text);
  if (known !== undefined) return known;
  if (moments.size >= mostMoments) moments.clear();
  const at = Date.parse(text);
  const moment = { at, utc: utcTime(at) };
  moments.set(text, moment);
  return moment;
}

/** Most lessons take place each week. */
function sayOnce(lesson: FeedLesson, input: FeedContent, known: Map<string, Said>): Said {
  const { subjects, teachers, classes, rooms } = lesson;
  const key = `${lesson.timetableId} ${lesson.unitLocalIds[0]}`;
  const found = known.get(key);
  if (found !== undefined && saysTheSame(found.lesson, lesson)) return found;
  const description = describeLesson(lesson, input);
  const said: Said = {
    lesson,
    hash: hashOf(input, [subjects, teachers, classes].map(entityIds)),
    roomIds: entityIds(rooms),
    texts: [description.summary, description.location, description.description],
    lines: textsOf(description),
  };
  known.set(key, said);
  return said;
}

const draftClosedDays = ({ firstDay, lastDay, name }: ClosedDays, input: FeedContent): Draft => ({
  uid: `${firstDay}-${hashOf(input, ['closed', lastDay])}`,
  day: firstDay,
  begin: String(firstDay),
  order: () => name,
  lines: wholeDays(firstDay, lastDay, name),
  isHidden: false,
});

const saysTheSame = (one: FeedLesson, other: FeedLesson): boolean =>
  one.periodIndex === other.periodIndex &&
  one.periods === other.periods &&
  one.weekInCycle === other.weekInCycle &&
  one.periodNames.every((name, index) => name === other.periodNames[index]) &&
  areSame(one.subjects, other.subjects) &&
  areSame(one.teachers, other.teachers) &&
  areSame(one.classes, other.classes) &&
  areSame(one.rooms, other.rooms);

const areSame = (one: readonly object[], other: readonly object[]): boolean =>
  one === other || (one.length === other.length && one.every((entity, index) => entity === other[index]));

/** RFC 5545 wants a component in every file, and an empty calendar looks like a broken one. */
const draftNote = ({ window, words, ...input }: FeedContent): FeedEvent => ({
  uid: `${window.month}-${hashOf(input, ['nothing'])}@belfry`,
  day: window.month,
  lines: wholeDays(window.month, window.month, words.nothing),
});

/** DTEND is the day after the last one. TRANSPARENT: nobody is busy. */
const wholeDays = (firstDay: number, lastDay: number, name: string): string =>
  contentLine('DTSTART;VALUE=DATE', String(firstDay)) +
  contentLine('DTEND;VALUE=DATE', String(addDays(lastDay, 1))) +
  contentLine('SUMMARY', escapeText(name)) +
  contentLine('TRANSP', 'TRANSPARENT');

function textUnlessEmpty(name: string, text: string): string {
  const value = escapeText(text);
  return value === '' ? '' : contentLine(name, value);
}

/** 128 bits. The person is in it, since a lesson says something else in the feed of another. */
const hashOf = ({ person, sha256 }: Pick<FeedContent, 'person' | 'sha256'>, what: readonly unknown[]): string =>
  sha256(JSON.stringify([person.organisationId, person.kind, person.entityId, ...what])).slice(0, 32);

const entityIds = (entities: readonly { entityId: string }[]): string[] =>
  entities.map(({ entityId }) => entityId).sort();

function byTime(one: Draft, other: Draft): number {
  return compare(one.begin, other.begin) || compare(one.uid, other.uid) || compare(one.order(), other.order());
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
