// Writes a person's feed as a publisher does, reads it with a calendar program's parser and with the strict reader, and compares
// every event with the dated lessons. What an event should say is spelt out here once more.

import ICAL from 'ical.js';
import { expect } from 'vitest';
import { createFeedEvents, type FeedEventsOf } from '../../../src/calendar/feed/feed-events.ts';
import type { FeedWindow } from '../../../src/calendar/feed/feed-window.ts';
import { feedWords } from '../../../src/calendar/feed/feed-words.ts';
import { type Feed, writeFeed } from '../../../src/calendar/feed/write-feed.ts';
import type { Person } from '../../../src/calendar/lessons/index-persons.ts';
import { createLessonLister, type LessonLister } from '../../../src/calendar/lessons/list-lessons.ts';
import type { PlannedLesson } from '../../../src/calendar/lessons/planned-lesson.ts';
import { addDays } from '../../../src/calendar/time/day.ts';
import type { Calendar, NamedEntity, Timetable } from '../../../src/contract/types.generated.ts';
import { sha256OfText } from '../../../src/snapshot/sha256.ts';
import { type ReadEvent, readStrictly } from './strict-reader.ts';

/** What `createFeedComparison` compares: how many events a feed has, and how many were left out. */
export type Compared = { events: number; leftOut: number };

/** Reads the documents once, for all persons of a school. */
export function createFeedComparison(calendar: Calendar, versions: readonly Timetable[], window: FeedWindow) {
  const eventsOf = createFeedEvents({ calendar, versions, window });
  const lister = createLessonLister({ calendar, versions });
  return (person: Person): Compared => expectFeedOf(person, { eventsOf, lister, window, versions });
}

/** Everybody of the published versions, each once. */
export function everybodyOf(versions: readonly Timetable[]): Person[] {
  const found = new Map<string, Person>();
  for (const { classes, teachers, rooms, students = [] } of versions.filter(({ status }) => status === 'published')) {
    const lists = { class: classes, teacher: teachers, room: rooms, student: students } as const;
    for (const kind of ['class', 'teacher', 'room', 'student'] as const)
      for (const { entityId } of lists[kind]) found.set(`${kind} ${entityId}`, { kind, entityId });
  }
  return [...found.values()];
}

type Parts = { eventsOf: FeedEventsOf; lister: LessonLister; window: FeedWindow; versions: readonly Timetable[] };

function expectFeedOf(person: Person, { eventsOf, lister, window, versions }: Parts): Compared {
  const content = eventsOf(person) ?? expect.unreachable(`${person.kind} ${person.entityId} is in no version`);
  const write = (previous: Feed['state'] | null, now: number) =>
    writeFeed({
      ...content,
      ...{
        window,
        words: feedWords.en,
        name: content.entity.name,
        hidesCancelled: false,
        previous,
        now,
        sha256: sha256OfText,
      },
      person: { ...person, organisationId: 'school' },
    });
  const feed = write(null, Date.UTC(2026, 10, 20));
  // On another day the same data gives the same bytes.
  expect(Buffer.from(write(feed.state, Date.UTC(2026, 10, 21)).bytes).equals(Buffer.from(feed.bytes))).toBe(true);

  const strict = readStrictly(feed.bytes).events;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(feed.bytes);
  const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  expect(components.map(asIcalReads)).toEqual(strict.map(asStrictlyRead));

  const lessons = lister.list(window.firstDay, window.lastDay, person);
  const timed = strict.filter(({ DTSTART }) => DTSTART !== undefined);
  const whole = strict.filter(({ DTSTART }) => DTSTART === undefined);
  const expected = lessons.map((lesson) => eventOf(person, lesson, content.buildingNames, versions)).sort();
  const read = timed.map(textsOf).sort();
  if (feed.leftOut === 0) {
    expect(read).toEqual(expected);
    const closed = content.closedDays.map(({ firstDay, lastDay, name }) => [firstDay, addDays(lastDay, 1), seen(name)]);
    const note = [window.month, addDays(window.month, 1), seen(feedWords.en.nothing)];
    const inOrder = (all: readonly unknown[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(inOrder(whole.map(dayOf))).toEqual(inOrder(closed.length + lessons.length === 0 ? [note] : closed));
  } else {
    // The farthest ones are left out.
    expect(timed.length + whole.length + feed.leftOut).toBe(lessons.length + content.closedDays.length);
    expect(expected.slice(0, read.length - 20)).toEqual(read.slice(0, read.length - 20));
  }
  for (const { UID = '' } of strict) expect(UID).toMatch(/^\d{8}(T\d{4})?-[0-9a-f]{32}(-\d+)?@belfry$/);
  return { events: strict.length, leftOut: feed.leftOut };
}

/** When and what: the moments in UTC, and what a reader of the event can see. */
function eventOf(
  person: Person,
  lesson: PlannedLesson,
  buildingNames: ReadonlyMap<string, string>,
  versions: readonly Timetable[],
): string {
  const { subjects, teachers, classes, rooms } = lesson;
  const who =
    person.kind === 'teacher' || person.kind === 'room'
      ? classes.map(nameOf)
      : teachers.map(({ shortName, name }) => shortName.trim() || name.trim());
  const what = subjects.map(nameOf).filter(Boolean).join(', ') || 'Lesson';
  const others = who.filter(Boolean).join(', ');
  const places = rooms.map((room) =>
    [nameOf(room), (buildingNames.get(room.entityId) ?? '').trim()].filter(Boolean).join(', '),
  );
  const [start, end] = [Date.parse(lesson.start), Date.parse(lesson.end)];
  const period = periodsOf(person, lesson, versions);
  const times = [inUtc(start), end > start ? inUtc(end) : ''];
  return JSON.stringify([...times, seen(others ? `${what} (${others})` : what), seen(places.join('; ')), seen(period)]);
}

/** By localId, once for each version: schools are large. */
const unitsByVersion = new WeakMap<Timetable, Map<string, Timetable['lessonUnits'][number]>>();
function unitsOf(version: Timetable) {
  const units = unitsByVersion.get(version) ?? new Map(version.lessonUnits.map((unit) => [unit.localId, unit]));
  unitsByVersion.set(version, units);
  return units;
}

/** The periods as the bell schedule of the person's own class, or of the first class, names them. */
function periodsOf({ kind, entityId }: Person, lesson: PlannedLesson, versions: readonly Timetable[]): string {
  const version = versions.find(({ id }) => id === lesson.timetableId) ?? expect.unreachable();
  const ownLocalId =
    kind === 'student' ? version.students?.find((student) => student.entityId === entityId)?.classId : null;
  const isOwn = (one: { localId: string; entityId: string }) =>
    kind === 'class' ? one.entityId === entityId : kind === 'student' && one.localId === ownLocalId;
  const taught = lesson.classes.map((named) => version.classes.find((one) => one.entityId === named.entityId));
  const schoolClass = taught.find((one) => one !== undefined && isOwn(one)) ?? taught[0];
  const schedule = version.bellSchedules.find(({ id }) => id === schoolClass?.bellScheduleId) ?? version.bellSchedule;
  const [first = '', last = ''] = [lesson.unitLocalIds[0], lesson.unitLocalIds.at(-1)].map((localId) => {
    const unit = unitsOf(version).get(localId ?? '');
    const configuration = schedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(unit?.dayId ?? ''));
    return configuration?.periods[unit?.periodIndex ?? -1]?.name.trim() ?? '';
  });
  const isNumber = (name: string) => /^\p{Nd}+$/u.test(name);
  if (lesson.periods > 1 && first !== last && isNumber(first) && isNumber(last)) return `Periods ${first} to ${last}`;
  const both = lesson.periods > 1 ? [first, last] : [first];
  const said = both.filter(Boolean).map((name) => (isNumber(name) ? `Period ${name}` : name));
  return [...new Set(said)].join(' – ');
}

const textsOf = ({ DTSTART = '', DTEND = '', SUMMARY = '', LOCATION = '', DESCRIPTION = '' }: ReadEvent): string =>
  JSON.stringify([DTSTART, DTEND, seen(SUMMARY), seen(LOCATION), seen(DESCRIPTION.replace(/(^|\n)Week \d+$/, ''))]);

const dayOf = (event: ReadEvent) => [
  ...[Number(event['DTSTART;VALUE=DATE']), Number(event['DTEND;VALUE=DATE'])],
  seen(event['SUMMARY'] ?? ''),
];

const nameOf = ({ name, shortName }: NamedEntity): string => name.trim() || shortName.trim();

const inUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** What can be seen of a text: neither blanks nor control characters. The longest texts are cut off. */
const seen = (text: string): string =>
  Array.from(text.replace(/[\s\p{C}\ufffd\u2028\u2029]/gu, ''))
    .slice(0, 300)
    .join('');

function asIcalReads(component: ICAL.Component) {
  const event = new ICAL.Event(component);
  const texts = [event.summary, event.location, event.description].map((each) => each ?? '');
  const end = component.getFirstPropertyValue('dtend') === null ? null : event.endDate.toICALString();
  return { uid: event.uid, sequence: event.sequence, texts, start: event.startDate.toICALString(), end };
}

const asStrictlyRead = (event: ReadEvent) => ({
  uid: event['UID'],
  sequence: Number(event['SEQUENCE']),
  texts: ['SUMMARY', 'LOCATION', 'DESCRIPTION'].map((name) => event[name] ?? ''),
  start: event['DTSTART'] ?? event['DTSTART;VALUE=DATE'],
  end: event['DTEND'] ?? event['DTEND;VALUE=DATE'] ?? null,
});
