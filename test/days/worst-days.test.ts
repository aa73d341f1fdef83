// The time that the worst changes take: it may grow with changes and lessons, not with their product.

import { expect, test } from 'vitest';
import type { DayChange } from '../../src/contract/types.generated.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { calendar, span, unit, version } from '../calendar/small-school.ts';
import { processorTime } from '../support/processor-time.ts';
import { worst } from '../support/thoroughness.ts';
import { count } from '../support/worst-documents.ts';

const date = 20261123;
/** As many changes as a file may have, or a quarter, and as many lessons. With products, they would take minutes, or several seconds. */
const { rows, time: enough } = worst({ rows: 20_000, time: 6_000 }, 4);

const alike = () => version('v1', { lessonUnits: count(rows, (index) => unit(`lu_${index}`, 'd0', 0)) });
const long = () => {
  const times = count(rows, (): [string, string] => ['08:00', '08:01']);
  const base = version('v1', {
    lessonUnits: span(
      's',
      'd0',
      count(rows, (index) => index),
    ),
  });
  const bellSchedule = {
    ...base.bellSchedule,
    dayConfigurations: base.bellSchedule.dayConfigurations.map((each) => ({
      ...each,
      breaks: [],
      periods: times.map(([startTime, endTime], index) => ({ id: `p${index}`, name: `${index}`, startTime, endTime })),
    })),
  };
  return { ...base, bellSchedule, bellSchedules: [bellSchedule] };
};

test.each<[string, () => ReturnType<typeof version>, (index: number) => Partial<DayChange>]>([
  ['descriptions that mean all lessons', alike, () => ({ lesson: { startTime: '08:00' } })],
  ['descriptions that mean none', alike, () => ({ lesson: { startTime: '08:00', teachers: ['Nobody'] } })],
  ['ids that nothing has', alike, () => ({ lesson: { id: '20261123T0800-0123456789abcdef' } })],
  ['one long lesson, again and again', long, () => ({ lesson: { periodIndex: 0, wholeLesson: true } })],
  ['each period of a long lesson', long, (index) => ({ lesson: { periodIndex: index } })],
])('%s', (_, make, change) => {
  const versions = [make()];
  const given = count(rows, (index) => ({ ref: `${index}`, date, cancelled: true as const, ...change(index) }));
  const { time } = processorTime(() => {
    const days = resolveDays({ ...noChanges, changes: given, calendar: calendar(), versions, sha256: sha256OfText });
    days.on(date, { teachers: 'all', self: null });
  });
  expect(time).toBeLessThan(enough);
});
