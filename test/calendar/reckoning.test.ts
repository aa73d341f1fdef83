// The calendar and its weeks against a slow reckoning of the same rules, for generated calendars over the demo school's
// documents and over generated ones.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleCalendar, listDates } from '../../src/calendar/assemble-calendar.ts';
import { checkCalendar } from '../../src/calendar/check/check-calendar.ts';
import { listLessons } from '../../src/calendar/lessons/list-lessons.ts';
import { addDays, mondayOf } from '../../src/calendar/time/day.ts';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { regularWeek } from '../days/regular-week.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { times } from '../support/thoroughness.ts';
import { arbitraryCalendar } from './arbitrary-calendar.ts';
import { reckonDates, reckonLessons } from './slow-reckoning.ts';

const validate = createValidator();
const start = 20260928;

const demo = demoSchool()
  .documents.filter(({ autosave }) => !autosave)
  .map(({ document }) => document)
  .reverse();
const demoClasses = demo.flatMap(({ classes }) => classes.slice(0, 3).map(({ entityId }) => entityId));
const demoCalendar = arbitraryCalendar({ start, classEntityIds: [...new Set(demoClasses)] });

describe('the demo school under generated calendars', () => {
  test('has the weeks of the slow reckoning, which satisfy their schema', { tags: 'long' }, () => {
    fc.assert(
      fc.property(demoCalendar, fc.nat(8), (calendar, weeks) => {
        expect(checkCalendar(calendar)).toEqual([]);
        const monday = mondayOf(addDays(start, 7 * weeks));
        const week = regularWeek(calendar, demo, isoWeekOf(monday));
        const reckoned = reckonLessons(calendar, demo, monday, addDays(monday, 6));
        expect(week.lessons).toEqual(reckoned.map((lesson) => expect.objectContaining(lesson)));
        expect(new Set(week.lessons.map(({ id }) => id)).size).toBe(reckoned.length);
        expect(validate('week', week)).toMatchObject({ valid: true });
      }),
      { numRuns: times(4, 20) },
    );
  });

  test('has the calendar of the slow reckoning, which satisfies its schema', () => {
    fc.assert(
      fc.property(demoCalendar, (calendar) => {
        expect(validate('calendar', calendar)).toMatchObject({ valid: true });
        const [first, last] = [addDays(start, -20), addDays(start, 80)];
        expect(listDates(calendar, demo, first, last)).toEqual(reckonDates(calendar, demo, first, last));
        const published = assembleCalendar({
          organisationId: 'demo-school',
          generation: 1,
          calendar,
          versions: demo,
          today: 20261021,
          tzdata: '2025c',
        });
        expect(validate('published-calendar', published)).toMatchObject({ valid: true });
      }),
      { numRuns: times(5, 30) },
    );
  });
});

/** Timetables with what the client's generated ones have not: holes in spans, nights, bells that are the same elsewhere. */
const varied = fc
  .record({
    document: denseTimetable,
    longerCycle: fc.boolean(),
    oneUnnumbered: fc.boolean(),
    sameBells: fc.boolean(),
    atNight: fc.boolean(),
    ambiguousDays: fc.boolean(),
    step: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ document, longerCycle, oneUnnumbered, sameBells, atNight, ambiguousDays, step }): Timetable => {
    const shift = (time: string) =>
      atNight ? `${(Number(time.slice(0, 2)) + 14) % 24}`.padStart(2, '0') + time.slice(2) : time;
    const bellSchedules = document.bellSchedules.map((schedule) => {
      const dayConfigurations = (sameBells ? document.bellSchedule : schedule).dayConfigurations.map((each) => ({
        ...each,
        dayIds: sameBells || ambiguousDays ? schedule.days.map(({ id }) => id) : each.dayIds,
        periods: each.periods.map((period) => ({
          ...period,
          startTime: shift(period.startTime),
          endTime: shift(period.endTime),
        })),
      }));
      const days = schedule.days.map((day, index) =>
        oneUnnumbered && index === 0 ? { ...day, weekInCycle: null } : day,
      );
      return { ...schedule, cycleLength: schedule.cycleLength + Number(longerCycle), days, dayConfigurations };
    });
    const lessonUnits = document.lessonUnits.map((unit, index) => ({
      ...unit,
      periodIndex: unit.periodIndex === null ? null : (unit.periodIndex * step + (index % step)) % 5,
    }));
    return { ...document, bellSchedule: bellSchedules[0] ?? document.bellSchedule, bellSchedules, lessonUnits };
  });

describe('generated timetables under generated calendars', () => {
  /** Two timetables, one of which has a second version; windows may overlap or leave a gap. */
  const versions = fc
    .array(fc.tuple(varied, fc.nat(50), fc.option(fc.nat(50)), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    .map((all) =>
      all.map(([document, from, length, isCurrent], index): Timetable => {
        const effectiveFrom = addDays(start, from - 10);
        const effectiveTo = length === null ? null : addDays(effectiveFrom, length);
        const own = { id: `v${index}`, groupId: `g${index % 2}`, versionNumber: index + 1, isCurrent };
        return {
          ...document,
          ...own,
          status: 'published',
          publishedAt: document.createdAt,
          effectiveFrom,
          effectiveTo,
        };
      }),
    );
  const calendar = arbitraryCalendar({ start, classEntityIds: ['e-cls_0', 'e-cls_1', 'e-cls_2'] });

  test('have the days and the lessons of the slow reckoning', () => {
    fc.assert(
      fc.property(calendar, versions, (generated, documents) => {
        const [first, last] = [addDays(start, 10), addDays(start, 45)];
        expect(listDates(generated, documents, first, last)).toEqual(reckonDates(generated, documents, first, last));
        expect(listLessons({ calendar: generated, versions: documents, firstDay: first, lastDay: last })).toEqual(
          reckonLessons(generated, documents, first, last),
        );
      }),
      { numRuns: times(40, 300) },
    );
  });
});
