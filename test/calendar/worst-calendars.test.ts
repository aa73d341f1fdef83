// The time that the worst calendars and documents take: it may grow with them, not with their square.

import { describe, expect, test } from 'vitest';
import { assembleCalendar } from '../../src/calendar/assemble-calendar.ts';
import { checkCalendar } from '../../src/calendar/check/check-calendar.ts';
import { findCalendarWarnings } from '../../src/calendar/check/find-calendar-warnings.ts';
import { addDays } from '../../src/calendar/time/day.ts';
import type { Calendar, Timetable } from '../../src/contract/types.generated.ts';
import { regularDays, regularWeek } from '../days/regular-week.ts';
import { processorTime } from '../support/processor-time.ts';
import { count, worstDocument } from '../support/worst-documents.ts';
import { bells, calendar, span, unit, version, weekdays } from './small-school.ts';

/** Milliseconds: with squares, these would take minutes. */
const enough = 6000;
const weeks = ['2026-W48', '2026-W49', '2026-W50', '2026-W51', '2026-W52', '2026-W53'];
const inUse = (document: Timetable): Timetable => ({
  ...document,
  status: 'published',
  effectiveFrom: 20260831,
  effectiveTo: null,
});

function timeOf(school: Calendar, versions: Timetable[]) {
  return processorTime(() => {
    checkCalendar(school, versions);
    findCalendarWarnings({ calendar: school, versions, tzdata: '2025c', today: 20261123 });
    assembleCalendar({
      organisationId: 'o',
      generation: 1,
      calendar: school,
      versions,
      today: 20261123,
      tzdata: '2025c',
    });
    const days = regularDays(school, versions);
    for (const week of weeks) regularWeek(school, versions, week, { days });
  }).time;
}

/** 60 classes with 42 lessons each. */
function largeSchool(): Timetable {
  const [base] = version('v1').classes;
  if (base === undefined) throw new Error('there are two classes');
  const classes = count(60, (index) => ({ ...base, localId: `cls_${index}`, entityId: `class-${index}` }));
  const times = count(9, (index): [string, string] => [
    `${String(index + 8).padStart(2, '0')}:00`,
    `${String(index + 8).padStart(2, '0')}:45`,
  ]);
  const bellSchedule = bells(
    weekdays.map((day) => [day, null]),
    { times },
  );
  const lessonUnits = classes.flatMap(({ localId }, index) =>
    count(42, (each) => unit(`lu_${index}_${each}`, `d${each % 5}`, Math.floor(each / 5), { classIds: [localId] })),
  );
  return version('v1', { classes, bellSchedule, lessonUnits });
}

test('six weeks of a school of 60 classes', () => {
  const document = largeSchool();
  expect(document.lessonUnits).toHaveLength(2520);
  const exceptions = [
    { date: 20261210, name: 'Short day', kind: 'bells' as const, periods: [], classEntityIds: ['class-1'] },
  ];
  timeOf(calendar({ exceptions }), [document]);
  // A small part of a second; the limit leaves room for a busy machine.
  expect(timeOf(calendar({ exceptions }), [document])).toBeLessThan(1000);
});

const rows = 60_000;
const manyDays = (length: number) => count(length, (index) => addDays(20261001, index % 420));
const wide: [string, () => Partial<Calendar>][] = [
  [
    '4,000 exceptions and 2,000 closures',
    () => ({
      exceptions: manyDays(4000).map((date, index) => ({
        date,
        name: 'X',
        kind: 'closed',
        classEntityIds: [`class-${index}`],
      })),
      closures: count(2000, (index) => ({ id: `c${index}`, name: 'C', firstDay: 19000101, lastDay: 21991231 })),
    }),
  ],
  [
    'closures of the same classes on one date',
    () => ({
      closures: count(2000, (index) => ({
        ...{ id: `c${index}`, name: 'C', firstDay: 20261125, lastDay: 20261125 },
        classEntityIds: count(100, (each) => `class-${each}`),
      })),
    }),
  ],
  [
    'a thousand anchors, counting school days',
    () => ({
      counting: 'schoolDays',
      anchors: count(1000, (index) => ({ date: addDays(20250101, index), day: 1 + (index % 5) })),
    }),
  ],
];

describe('calendars', () => {
  test.each(wide)('%s', (_, changes) => {
    expect(timeOf(calendar(changes()), [largeSchool()])).toBeLessThan(enough);
  });
});

describe('documents', () => {
  test.each<[string, () => Timetable]>([
    ...[
      'all units at one time in one class, of one lesson',
      'one teacher everywhere, in a cycle of many weeks',
      'all units in one span, the first with every room',
      'units of every class, each class on its own bell schedule',
      'thousands of breaks and day configurations',
    ].map((kind): [string, () => Timetable] => [kind, () => inUse(worstDocument(kind, rows))]),
    [
      'one span with holes',
      () =>
        version('v1', {
          lessonUnits: span(
            's',
            'd0',
            count(rows, (index) => 2 * index),
          ),
        }),
    ],
    [
      'two spans in each other’s holes, through a long day',
      () => {
        const times = count(rows / 2, (): [string, string] => ['08:00', '08:01']);
        const lessonUnits = [
          ...span(
            's',
            'd0',
            count(rows / 4, (index) => 2 * index),
          ),
          ...span(
            't',
            'd0',
            count(rows / 4, (index) => 2 * index + 1),
          ),
        ];
        return version('v1', { bellSchedule: bells([[1, null]], { times }), lessonUnits });
      },
    ],
    [
      'days of the week, again and again',
      () => version('v1', { bellSchedule: bells(count(rows, () => [1, 1])), lessonUnits: span('s', 'd0', [0]) }),
    ],
  ])('%s', (_, make) => {
    expect(timeOf(calendar(), [make()])).toBeLessThan(enough);
  });
});
