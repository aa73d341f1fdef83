// The feeds of everybody at generated schools, under generated calendars, as two parsers read them, against the dated lessons.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedWindow } from '../../../src/calendar/feed/feed-window.ts';
import { addDays } from '../../../src/calendar/time/day.ts';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { documents as demo } from '../../demo/demo-documents.ts';
import { arbitraryTimetable } from '../../support/arbitrary-timetable.ts';
import { denseTimetable } from '../../support/dense-timetable.ts';
import { times } from '../../support/thoroughness.ts';
import { arbitraryCalendar } from '../arbitrary-calendar.ts';
import { createFeedComparison, everybodyOf } from './expect-feed.ts';

const start = 20260928;
const window = feedWindow(addDays(start, 20));

/** The documents as published versions of some timetables, whose windows may overlap or leave a gap. */
const published = (document: fc.Arbitrary<Timetable>): fc.Arbitrary<Timetable[]> =>
  fc
    .array(fc.tuple(document, fc.nat(50), fc.option(fc.nat(50)), fc.boolean()), { minLength: 1, maxLength: 3 })
    .map((all) =>
      all.map(([each, from, length, isCurrent], index): Timetable => {
        const effectiveFrom = addDays(start, from - 10);
        const effectiveTo = length === null ? null : addDays(effectiveFrom, length);
        const own = { id: `v${index}`, groupId: `g${index % 2}`, versionNumber: index + 1, isCurrent };
        const publishedAt = each.createdAt;
        return { ...each, ...own, status: 'published', publishedAt, effectiveFrom, effectiveTo };
      }),
    );

/** Compares the feeds of everybody. @returns how many of the events were compared, and how many of them are lessons */
function compareSchool(calendar: Parameters<typeof createFeedComparison>[0], versions: readonly Timetable[]): number {
  const compare = createFeedComparison(calendar, versions, window);
  return everybodyOf(versions).reduce((sum, person) => sum + compare(person).events, 0);
}

describe('every feed has the dated lessons of its person, in both readers', () => {
  test.each([
    ['unusual documents, with names that are hard to write', arbitraryTimetable(), ['0-', '1-', '2-'], times(20, 200)],
    ['documents with cycles, spans and parallel groups', denseTimetable, ['e-cls_0', 'e-cls_1'], times(20, 200)],
  ])('%s', { tags: 'long' }, (_, document, classEntityIds, numRuns) => {
    let events = 0;
    fc.assert(
      fc.property(arbitraryCalendar({ start, classEntityIds }), published(document), (calendar, versions) => {
        events += compareSchool(calendar, versions);
      }),
      { numRuns },
    );
    expect(events).toBeGreaterThan(numRuns * 5);
  });

  test('the demo school under generated calendars, one of thirty people', { tags: 'long' }, () => {
    const classEntityIds = demo.flatMap(({ classes }) => classes.slice(0, 2).map(({ entityId }) => entityId));
    const some = everybodyOf(demo).filter((_, index) => index % 30 === 0);
    fc.assert(
      fc.property(arbitraryCalendar({ start, classEntityIds: [...new Set(classEntityIds)] }), (calendar) => {
        const compare = createFeedComparison(calendar, demo, window);
        for (const person of some) compare(person);
      }),
      { numRuns: times(3, 10) },
    );
  });
});
