// Generated calendars over a few weeks, in which terms, closures and exceptions meet often. All of them satisfy the schema and
// `checkCalendar`, which a test checks.

import fc from 'fast-check';
import { addDays } from '../../src/calendar/time/day.ts';
import { beginOfWeek, weekStartOf } from '../../src/calendar/time/school-week.ts';
import type { Anchor, Calendar, Exception, Term } from '../../src/contract/types.generated.ts';

type Around = {
  /** The first of some sixty days. */
  start: number;
  classEntityIds: readonly string[];
};

export function arbitraryCalendar({ start, classEntityIds }: Around): fc.Arbitrary<Calendar> {
  const day = fc.nat(60).map((days) => addDays(start, days));
  const range = fc
    .record({ firstDay: day, days: fc.nat(12) })
    .map(({ firstDay, days }) => ({ firstDay, lastDay: addDays(firstDay, days) }));
  const scope = fc.option(
    fc.subarray([...classEntityIds], { minLength: 1, maxLength: Math.min(4, classEntityIds.length) }),
    { freq: 2 },
  );
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const periods = fc.uniqueArray(fc.nat(6), { maxLength: 6 }).chain((indexes) =>
    fc
      .record({
        start: fc.integer({ min: 400, max: 1300 }),
        length: fc.integer({ min: 20, max: 60 }),
        gap: fc.constantFrom(0, 10),
      })
      .map(({ start: first, length, gap }) =>
        indexes
          .toSorted((one, other) => one - other)
          .map((periodIndex, index) => {
            const startTime = first + index * (length + gap);
            return {
              periodIndex,
              startTime: clock(startTime % 1440),
              endTime: startTime + length === 1440 ? '24:00' : clock((startTime + length) % 1440),
            };
          }),
      ),
  );
  return fc.constantFrom('calendarWeeks', 'schoolWeeks', 'schoolDays').chain((counting) => {
    const like =
      counting === 'schoolDays'
        ? fc.record({ day: fc.integer({ min: 1, max: 5 }) })
        : fc.record(
            { week: fc.integer({ min: 1, max: 2 }), dayOfWeek: fc.integer({ min: 1, max: 7 }) },
            { requiredKeys: ['dayOfWeek'] },
          );
    const anchor: fc.Arbitrary<Anchor> =
      counting === 'schoolDays'
        ? fc.record({ date: day, day: fc.integer({ min: 1, max: 12 }) })
        : fc.record({ date: day, week: fc.integer({ min: 1, max: 3 }) });
    const exception: fc.Arbitrary<Exception> = fc.oneof(
      fc.record({
        date: day,
        name: fc.constant('Closed'),
        kind: fc.constant('closed' as const),
        classEntityIds: scope,
      }),
      fc.record(
        {
          date: day,
          name: fc.constant('Runs'),
          kind: fc.constant('runs' as const),
          like,
          classEntityIds: scope,
          countsInCycle: fc.boolean(),
        },
        { requiredKeys: ['date', 'name', 'kind', 'like'] },
      ),
      fc.record({
        date: day,
        name: fc.constant('Bells'),
        kind: fc.constant('bells' as const),
        periods,
        classEntityIds: scope,
      }),
    );
    return fc
      .record({
        timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
        schoolDays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        // In most calendars, most days are school days.
        terms: fc.oneof(
          fc.constant<Term[]>([]),
          fc.array(range, { minLength: 1, maxLength: 3 }).map((ranges) =>
            ranges.map((each, index) => ({
              ...each,
              lastDay: addDays(each.lastDay, 30),
              id: `t${index}`,
              name: `Term ${index}`,
            })),
          ),
        ),
        closures: fc.array(fc.tuple(range, scope), { maxLength: 4 }).map((all) =>
          all.map(([each, classes], index) => ({
            ...each,
            id: `c${index}`,
            name: `Closure ${index}`,
            classEntityIds: classes,
          })),
        ),
        counting: fc.constant(counting),
        anchors: fc.uniqueArray(anchor, { maxLength: 3, selector: ({ date }) => date }),
        exceptions: fc.array(exception, { maxLength: 10 }).map(withoutClashes),
      })
      .map(withOneAnchorAWeek);
  });
}

/** Two anchors of one week would have to say the same. */
function withOneAnchorAWeek(calendar: Calendar): Calendar {
  if (calendar.counting === 'schoolDays') return calendar;
  const begins = new Set<number>();
  const isFirst = ({ date }: Anchor) => {
    const begin = beginOfWeek(date, weekStartOf(calendar));
    return !begins.has(begin) && begins.add(begin) !== null;
  };
  return { ...calendar, anchors: (calendar.anchors ?? []).filter(isFirst) };
}

/** For each date, one exception for everybody, and one for each class. */
function withoutClashes(exceptions: readonly Exception[]): Exception[] {
  const taken = new Set<string>();
  return exceptions.filter(({ date, classEntityIds }) => {
    const keys = (classEntityIds ?? ['everybody']).map((id) => `${date} ${id}`);
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
}
