import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { escapeText } from '../../../src/calendar/feed/content-line.ts';
import type { FeedInput, FeedLesson } from '../../../src/calendar/feed/feed-input.ts';
import { type Feed, writeFeed } from '../../../src/calendar/feed/write-feed.ts';
import { entity, feedOfClass, mathematics, words } from './lessons.ts';
import { readStrictly } from './strict-reader.ts';

const textOf = ({ bytes }: Feed) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
const feedOf = (changes: Partial<FeedInput>): Feed => writeFeed({ ...feedOfClass, ...changes });
const eventsOf = (changes: Partial<FeedInput>) => readStrictly(feedOf(changes).bytes).events;

test('a feed is these bytes', () => {
  expect(textOf(feedOf({ closedDays: [{ firstDay: 20261221, lastDay: 20270101, name: 'Winter break' }] }))).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Belfry//Timetable//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Class 7a',
      'X-WR-CALNAME:Class 7a',
      'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
      'X-PUBLISHED-TTL:PT4H',
      'BEGIN:VEVENT',
      'UID:20261123T0800-0f348f12f52e8081d2b259b390560e38@belfry',
      'DTSTAMP:20261120T120000Z',
      'LAST-MODIFIED:20261120T120000Z',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'DTSTART:20261123T070000Z',
      'DTEND:20261123T083000Z',
      'SUMMARY:Mathematics (KOW)',
      'LOCATION:Room 12\\, Main building',
      'DESCRIPTION:Periods 1 to 2\\nWeek 1',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:20261221-16a6b865b961db037701d0bb5b90bdda@belfry',
      'DTSTAMP:20261120T120000Z',
      'LAST-MODIFIED:20261120T120000Z',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'DTSTART;VALUE=DATE:20261221',
      'DTEND;VALUE=DATE:20270102',
      'SUMMARY:Winter break',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

describe('an event says', () => {
  test.each([
    [1, ['0', '0'], 'Period 0'],
    [1, ['Registration', 'Registration'], 'Registration'],
    [2, ['0', '1'], 'Periods 0 to 1'],
    [2, ['Registration', '1'], 'Registration – Period 1'],
    [1, [' ', ''], undefined],
  ] as const)('the names of %i periods, %j: %s', (periods, periodNames, DESCRIPTION) => {
    const [event] = eventsOf({ lessons: [{ ...mathematics, periods, periodNames, weekInCycle: null }] });
    expect(event?.['DESCRIPTION']).toBe(DESCRIPTION);
  });

  const [history, german] = [entity('history', 'History'), entity('german', 'German')];
  const two: FeedLesson = {
    ...mathematics,
    periods: 1,
    weekInCycle: null,
    subjects: [history, german],
    teachers: [entity('kowalski', 'Jan Kowalski', 'KOW'), entity('novak', 'Eva Novak', ' ')],
    classes: [entity('7a', 'Class 7a', '7a'), entity('7b', 'Class 7b', '7b')],
    rooms: [entity('r12', 'Room 12', '12'), entity('r13', 'Room 13', '13')],
  };

  test.each([
    ['class', 'History, German (KOW, Eva Novak)'],
    ['student', 'History, German (KOW, Eva Novak)'],
    ['teacher', 'History, German (Class 7a, Class 7b)'],
    ['room', 'History, German (Class 7a, Class 7b)'],
  ] as const)('to a %s: %s', (kind, summary) => {
    expect(eventsOf({ person: { ...feedOfClass.person, kind }, lessons: [two] })).toEqual([
      expect.objectContaining({
        SUMMARY: summary,
        LOCATION: 'Room 12, Main building; Room 13',
        DESCRIPTION: 'Period 1',
      }),
    ]);
  });

  test('no more than there is, without subject, teachers and rooms', () => {
    const [event = {}] = eventsOf({ lessons: [{ ...mathematics, subjects: [], teachers: [], rooms: [] }] });
    expect(event['SUMMARY']).toBe('Lesson');
    expect(event).not.toHaveProperty('LOCATION');
  });
});

describe('a UID', () => {
  const uidsOf = (...lessons: FeedLesson[]) => eventsOf({ lessons }).map(({ UID }) => UID);
  const [uid = ''] = uidsOf(mathematics);

  test('begins with the date and the time', () => {
    expect(uid).toMatch(/^20261123T0800-[0-9a-f]{32}@belfry$/);
  });

  test.each<[string, Partial<FeedLesson>]>([
    ['another room', { rooms: [entity('r99')] }],
    ['other names', { subjects: [entity('maths', 'Maths')], classes: [entity('7a', '7 A')] }],
    ['another version with other local ids', { timetableId: 'v2', unitLocalIds: ['lu_99'] }],
    ['another length', { periods: 1, endTime: '08:45', end: '2026-11-23T08:45:00+01:00' }],
  ])('stays with %s', (_, change) => {
    expect(uidsOf({ ...mathematics, ...change })).toEqual([uid]);
  });

  test.each<[string, Partial<FeedLesson>]>([
    ['another day', { date: 20261124, start: '2026-11-24T08:00:00+01:00', end: '2026-11-24T09:30:00+01:00' }],
    ['another time', { startTime: '08:05', start: '2026-11-23T08:05:00+01:00' }],
    ['another subject', { subjects: [entity('physics')] }],
    ['another teacher', { teachers: [entity('novak')] }],
    ['other classes', { classes: [...mathematics.classes, entity('7b')] }],
  ])('is another with %s', (_, change) => {
    expect(uidsOf({ ...mathematics, ...change })).not.toContain(uid);
  });

  test('is another in the feed of another person, and at another school', () => {
    const of = (person: Partial<FeedInput['person']>) =>
      eventsOf({ person: { ...feedOfClass.person, ...person } })[0]?.['UID'];
    const uids = [uid, of({ kind: 'room' }), of({ entityId: '7b' }), of({ organisationId: 'other' })];
    expect(new Set(uids).size).toBe(4);
  });

  test('of parallel groups differs, even when nothing but the room does, and does not depend on their order', () => {
    const group = { ...mathematics, teachers: [] };
    const other = { ...group, rooms: [entity('r13')] };
    expect(new Set(uidsOf(group, other)).size).toBe(2);
    expect(eventsOf({ lessons: [group, other] })).toEqual(eventsOf({ lessons: [other, group] }));
  });
});

describe('over time', () => {
  const later = feedOfClass.now + 86_400_000;
  const first = feedOf({});
  const moved = {
    ...mathematics,
    startTime: '10:00',
    start: '2026-11-23T10:00:00+01:00',
    end: '2026-11-23T11:30:00+01:00',
  };
  const again = (lessons: readonly FeedLesson[], previous = first.state, now = later) =>
    feedOf({ lessons, previous, now });
  const read = (feed: Feed) => readStrictly(feed.bytes).events;

  test('equal lessons give equal bytes and an equal state, on another day of the month and in another order', () => {
    const lessons = [mathematics, { ...moved, teachers: [entity('novak')] }, moved];
    const before = feedOf({ lessons });
    expect(feedOf({ lessons: lessons.toReversed(), previous: before.state, now: later })).toEqual(before);
    expect(JSON.parse(JSON.stringify(before.state))).toEqual(before.state);
  });

  test('a new room keeps the UID, raises SEQUENCE and is dated now; the file has changed now', () => {
    const feed = again([{ ...mathematics, rooms: [entity('r13', 'Room 13')] }]);
    const [event] = read(first);
    expect(read(feed)).toEqual([
      {
        ...event,
        LOCATION: 'Room 13',
        SEQUENCE: '1',
        DTSTAMP: '20261121T120000Z',
        'LAST-MODIFIED': '20261121T120000Z',
      },
    ]);
    expect([first.state.changedAt, feed.state.changedAt]).toEqual([feedOfClass.now, later]);
  });

  test('a change leaves the other events as they were', () => {
    const other = { ...mathematics, subjects: [entity('art')] };
    const before = feedOf({ lessons: [other, mathematics] });
    const after = again([other, { ...mathematics, rooms: [] }], before.state);
    const artOf = (feed: Feed) => read(feed).find(({ SUMMARY }) => SUMMARY?.startsWith('art'));
    expect(artOf(after)).toEqual(artOf(before));
  });

  test('a moved lesson is one event less and one more', () => {
    const [event] = read(first);
    const after = read(again([moved]));
    expect(after).toHaveLength(1);
    expect(after[0]?.['UID']).not.toBe(event?.['UID']);
    expect(after[0]).toMatchObject({ SEQUENCE: '0', DTSTART: '20261123T090000Z', DTSTAMP: '20261121T120000Z' });
  });

  test('a lesson that goes and comes back has a higher SEQUENCE than before', () => {
    const gone = again([]);
    const back = again([mathematics], JSON.parse(JSON.stringify(gone.state)), later + 1000);
    expect(read(back)).toEqual([expect.objectContaining({ SEQUENCE: '1', DTSTAMP: '20261121T120001Z' })]);
  });

  test('what is gone is forgotten when its day has left the window, and beyond a thousand', () => {
    const gone = again([]);
    expect(Object.keys(gone.state.events)).toHaveLength(2);
    const window = { month: 20270201, firstDay: 20270104, lastDay: 20270802 };
    expect(Object.keys(feedOf({ lessons: [], previous: gone.state, window }).state.events)).toEqual([
      expect.stringMatching(/^20270201-/),
    ]);
    const many = again(
      Array.from({ length: 999 }, (_, index) => ({ ...mathematics, subjects: [entity(`s${index}`)] })),
    );
    const none = again([], many.state);
    expect(Object.keys(none.state.events)).toHaveLength(1 + 1000);
  });

  test('a clock that was set back makes nothing older', () => {
    const feed = again([{ ...mathematics, rooms: [] }], first.state, feedOfClass.now - 1e9);
    expect(read(feed)).toEqual([expect.objectContaining({ SEQUENCE: '1', DTSTAMP: '20261120T120001Z' })]);
    expect(feed.state.changedAt).toBe(Math.floor(feedOfClass.now / 1000) * 1000 + 1000);
  });

  test('two changes within a second differ by a second, so that whoever asks by time gets both', () => {
    const one = again([{ ...mathematics, rooms: [] }], first.state, later + 1);
    const two = again([mathematics], one.state, later + 2);
    const three = again([moved], two.state, later + 3);
    const seconds = [one, two, three].map(({ state }) => Math.floor(state.changedAt / 1000) - Math.floor(later / 1000));
    expect(seconds).toEqual([0, 1, 2]);
    expect(read(two)).toEqual([expect.objectContaining({ SEQUENCE: '2', DTSTAMP: '20261121T120001Z' })]);
  });
});

describe('a feed without lessons', () => {
  const empty = feedOf({ lessons: [] });

  test('has one note for the first of the month, and is the same all month', () => {
    expect(readStrictly(empty.bytes).events).toEqual([
      {
        UID: expect.stringMatching(/^20261101-[0-9a-f]{32}@belfry$/),
        DTSTAMP: '20261120T120000Z',
        'LAST-MODIFIED': '20261120T120000Z',
        SEQUENCE: '0',
        STATUS: 'CONFIRMED',
        'DTSTART;VALUE=DATE': '20261101',
        'DTEND;VALUE=DATE': '20261102',
        SUMMARY: 'Nothing is planned',
        TRANSP: 'TRANSPARENT',
      },
    ]);
    expect(feedOf({ lessons: [], previous: empty.state, now: feedOfClass.now + 1e9 }).bytes).toEqual(empty.bytes);
  });

  test('has no note beside a closure', () => {
    const closedDays = [{ firstDay: 20261224, lastDay: 20261224, name: 'Christmas Eve' }];
    expect(eventsOf({ lessons: [], closedDays }).map(({ SUMMARY }) => SUMMARY)).toEqual(['Christmas Eve']);
  });
});

describe('the two changes of the clock', () => {
  test('a lesson that ends before it begins, in the hour that is left out, has no end', () => {
    const lesson = {
      ...mathematics,
      start: '2026-03-29T03:30:00+02:00',
      end: '2026-03-29T03:15:00+02:00',
    };
    const [event = {}] = eventsOf({ lessons: [lesson] });
    expect(event['DTSTART']).toBe('20260329T013000Z');
    expect(event).not.toHaveProperty('DTEND');
  });

  test('a lesson over the repeated hour is as long as it is', () => {
    const lesson = {
      ...mathematics,
      start: '2026-10-25T02:30:00+02:00',
      end: '2026-10-25T03:15:00+01:00',
    };
    expect(eventsOf({ lessons: [lesson] })).toEqual([
      expect.objectContaining({ DTSTART: '20261025T003000Z', DTEND: '20261025T021500Z' }),
    ]);
  });
});

describe('what calendar programs take', () => {
  const lessonsOf = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, index): FeedLesson => {
      const at = Date.UTC(2026, 10, 2, 7) + index * 3_600_000;
      const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', '+00:00');
      const [day, time] = [iso(at).slice(0, 10), iso(at).slice(11, 16)];
      return {
        ...mathematics,
        date: Number(day.replaceAll('-', '')),
        startTime: time,
        start: iso(at),
        end: iso(at + 2_700_000),
        subjects: [entity(`s${index}`, name(index))],
      };
    });

  test('1,000 lessons are there and nothing is said; of 1,001 the last is left out, and the feed says from which day', () => {
    const lessons = lessonsOf(1001, (index) => `Lesson ${index}`);
    const full = feedOf({ lessons: lessons.slice(0, 1000) });
    expect(full.leftOut).toBe(0);
    expect(readStrictly(full.bytes).properties).not.toHaveProperty('DESCRIPTION');
    const cut = feedOf({ lessons: lessons.toReversed() });
    const { events, properties } = readStrictly(cut.bytes);
    expect([events.length, cut.leftOut]).toEqual([1000, 1]);
    expect(events.at(-1)?.['SUMMARY']).toBe('Lesson 999 (KOW)');
    expect(properties['DESCRIPTION']).toBe('Without what comes from 2026-12-13 on');
    expect(properties['X-WR-CALDESC']).toBe(properties['DESCRIPTION']);
  });

  test('700 kB are enough for anybody: long names are shortened, then the farthest lessons left out', () => {
    const lessons = lessonsOf(1000, (index) => `${index} ${'🎓'.repeat(100_000)}`);
    const cut = feedOf({ lessons });
    const { events } = readStrictly(cut.bytes);
    expect(cut.bytes.length).toBeLessThanOrEqual(700_000);
    expect(cut.bytes.length).toBeGreaterThan(690_000);
    expect(events.length + cut.leftOut).toBe(1000);
    expect(events.map(({ SUMMARY }) => SUMMARY?.split(' ')[0])).toEqual(events.map((_, index) => String(index)));
  });
});

describe('whatever the names are', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc
      .array(
        fc.constantFrom(
          ...['\n', '\r\n', '\r', ',', ';', '\\', ':', '"', '\t', '\0', '\u0085', '\u2028', '\u200f', '\ud800', ' '],
          ...['END:VEVENT', 'BEGIN:VALARM', 'ATTENDEE:mailto:a@b', '\\n', 'العربية', '🧑‍🏫', 'é', '\ufeff'],
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join('')),
    // The interesting character at any octet around the fold.
    fc
      .tuple(fc.integer({ min: 50, max: 80 }), fc.constantFrom('🎓', 'ع', 'é', '👩‍🔬', ';', '\n'))
      .map(([before, character]) => 'x'.repeat(before) + character.repeat(3)),
  );
  const named = fc.tuple(fc.stringMatching(/^[a-z0-9]{1,4}$/), hostile, hostile).map((each) => entity(...each));
  const lesson = fc
    .record({
      minute: fc.integer({ min: 0, max: 60 * 24 * 200 }),
      length: fc.integer({ min: 1, max: 300 }),
      subjects: fc.array(named, { maxLength: 2 }),
      teachers: fc.array(named, { maxLength: 2 }),
      classes: fc.array(named, { maxLength: 2 }),
      rooms: fc.array(named, { maxLength: 2 }),
      weekInCycle: fc.option(fc.integer({ min: 1, max: 3 })),
      periods: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ minute, length, ...more }): FeedLesson => {
      const iso = (at: number) => new Date(Date.UTC(2026, 9, 5) + at * 60_000).toISOString().replace('.000Z', '+00:00');
      const [start, end] = [iso(minute), iso(minute + length)];
      const date = Number(start.slice(0, 10).replaceAll('-', ''));
      return { ...mathematics, date, startTime: start.slice(11, 16), endTime: end.slice(11, 16), start, end, ...more };
    });
  const input = fc.record({
    name: hostile,
    lessons: fc.array(lesson, { maxLength: 8 }),
    closedDays: fc.array(
      fc.record({ firstDay: fc.constantFrom(20261012, 20261231), lastDay: fc.constant(20270101), name: hostile }),
      { maxLength: 3 },
    ),
    buildingNames: fc.array(fc.tuple(fc.stringMatching(/^[a-z0-9]{1,2}$/), hostile)).map((each) => new Map(each)),
    kind: fc.constantFrom('class', 'teacher', 'room', 'student'),
  });

  test('a feed keeps the grammar, and ical.js reads the same events from it', () => {
    fc.assert(
      fc.property(input, ({ kind, ...changes }) => {
        const feed = feedOf({ ...changes, person: { ...feedOfClass.person, kind } });
        const { events, properties } = readStrictly(feed.bytes);
        const expected = Math.max(1, changes.lessons.length + changes.closedDays.length);
        expect(events).toHaveLength(expected);
        const calendar = new ICAL.Component(ICAL.parse(textOf(feed)));
        // ical.js knows no NAME, so it leaves the escapes.
        expect(calendar.getFirstPropertyValue('name')).toBe(escapeText(changes.name));
        expect(escapeText(properties['NAME'] ?? '')).toBe(escapeText(changes.name));
        expect(calendar.getAllSubcomponents('vevent').map(readByIcal)).toEqual(events.map(readByTest));
        expect(calendar.getAllSubcomponents('vevent').every((each) => each.getAllSubcomponents().length === 0)).toBe(
          true,
        );
        const starts = changes.lessons.map(({ start }) => Date.parse(start)).sort((one, other) => one - other);
        const read = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
        const moments = read.filter(({ startDate }) => !startDate.isDate);
        expect(moments.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(starts);
      }),
      { numRuns: 200 },
    );
  });

  const readByIcal = (component: ICAL.Component) => {
    const event = new ICAL.Event(component);
    const { uid, sequence } = event;
    const texts = [event.summary, event.location, event.description].map((each) => each ?? '');
    return { uid, sequence, texts, start: event.startDate.toICALString(), end: event.endDate.toICALString() };
  };
  const readByTest = (event: { [property: string]: string }) => ({
    uid: event['UID'],
    sequence: Number(event['SEQUENCE']),
    texts: ['SUMMARY', 'LOCATION', 'DESCRIPTION'].map((name) => event[name] ?? ''),
    start: event['DTSTART'] ?? event['DTSTART;VALUE=DATE'],
    end: event['DTEND'] ?? event['DTEND;VALUE=DATE'],
  });

  test('words in braces are replaced once, and a name that looks like one is left alone', () => {
    const lessons = [{ ...mathematics, subjects: [entity('s', '{first} {week}')] }];
    expect(eventsOf({ lessons, words: { ...words, week: 'W{week}{other}{constructor}' } })[0]).toMatchObject({
      SUMMARY: '{first} {week} (KOW)',
      DESCRIPTION: 'Periods 1 to 2\nW1{other}{constructor}',
    });
  });
});
