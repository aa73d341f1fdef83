// Finds mistakes in bell schedules: periods and breaks that are empty, end before they start or overlap, and days outside
// the week or the cycle, or whose names say another day than their numbers.

import type { BellSchedule, Timetable } from '../../contract/types.generated.ts';
import type { Segments } from '../json-path.ts';
import { minutesOf } from '../list-occurrences.ts';
import { shortName } from '../name-things.ts';
import { contradictedWeekdays } from '../recognise-weekdays.ts';
import type { Warning } from './warning.ts';

type DayConfiguration = BellSchedule['dayConfigurations'][number];
type Clock = { id: string; name: string | null; startTime: string; endTime: string };
const named = ({ name, id }: Pick<Clock, 'name' | 'id'>): string => shortName(name ?? '') || shortName(id);

export function* findBellWarnings({ bellSchedules }: Timetable): Generator<Warning> {
  for (const [index, schedule] of bellSchedules.entries()) {
    const at = ['bellSchedules', index];
    yield* findDayWarnings(schedule, [...at, 'days']);
    for (const [number, configuration] of schedule.dayConfigurations.entries())
      yield* findClockWarnings(configuration, [...at, 'dayConfigurations', number]);
  }
}

function* findDayWarnings({ days, cycleLength }: BellSchedule, at: Segments): Generator<Warning> {
  for (const [index, { dayOfWeek, weekInCycle }] of days.entries()) {
    if (dayOfWeek < 1 || dayOfWeek > 7)
      yield {
        kind: 'dayOfWeek',
        code: 'weekday-unknown',
        at: [...at, index, 'dayOfWeek'],
        message: `${dayOfWeek} is not a day of the week: 1 is Monday, 7 is Sunday`,
      };
    if (weekInCycle !== null && weekInCycle > cycleLength)
      yield {
        kind: 'weekInCycle',
        code: 'week-outside-cycle',
        values: () => ({ week: weekInCycle, weeks: cycleLength }),
        at: [...at, index, 'weekInCycle'],
        message: `week ${weekInCycle} is outside the cycle of ${cycleLength}`,
      };
  }
  for (const { index, named, language } of contradictedWeekdays(days))
    yield {
      kind: 'name of day',
      code: 'day-name-contradicted',
      at: [...at, index, 'dayOfWeek'],
      message: `the label says day ${named} of the week (1 is Monday), as in ${language}, but dayOfWeek is ${days[index]?.dayOfWeek}: on ${nameOfDay(days[index]?.dayOfWeek)} readers see the lessons of this day`,
    };
}

const nameOfDay = (dayOfWeek = 0): string =>
  ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'][dayOfWeek - 1] ?? 'no day';

function* findClockWarnings({ periods, breaks }: DayConfiguration, at: Segments): Generator<Warning> {
  yield* findLengthWarnings(periods, 'period', [...at, 'periods']);
  yield* findLengthWarnings(breaks, 'break', [...at, 'breaks']);
  for (const [index, period] of periods.entries()) {
    const before = periods[index - 1];
    if (before !== undefined && minutesOf(period.startTime) < minutesOf(before.startTime))
      yield {
        kind: 'order of periods',
        code: 'bells-out-of-order',
        values: () => ({ other: named(before) }),
        at: [...at, 'periods', index, 'startTime'],
        message: `period ${period.id} begins at ${period.startTime}, before period ${before.id}, which is listed before it`,
      };
  }
  for (const [index, { id, followsPeriodIndex }] of breaks.entries()) {
    if (followsPeriodIndex >= periods.length)
      yield {
        kind: 'followsPeriodIndex',
        code: 'break-after-last-period',
        values: () => ({ periods: periods.length }),
        at: [...at, 'breaks', index, 'followsPeriodIndex'],
        message: `break ${id} follows the period with index ${followsPeriodIndex}, but there are only ${periods.length} periods`,
      };
  }
  yield* findOverlaps(periods, breaks, at);
}

function* findLengthWarnings(parts: readonly Clock[], what: string, at: Segments): Generator<Warning> {
  for (const [index, { id, startTime, endTime }] of parts.entries()) {
    const length = minutesOf(endTime) - minutesOf(startTime);
    if (length > 0) continue;
    const fault = length === 0 ? 'has no length' : 'ends before it starts, or crosses midnight';
    const message = `${what} ${id} ${fault}: ${startTime} to ${endTime}`;
    const found = { kind: `${what} ${fault}`, at: [...at, index, 'endTime'], message };
    if (length === 0) yield { ...found, code: 'no-length', values: () => ({ start: startTime }) };
    else yield { ...found, code: 'ends-before-it-starts', values: () => ({ start: startTime, end: endTime }) };
  }
}

/** Compares each part only with the earlier part that ends last, instead of with every other part. */
function* findOverlaps(periods: readonly Clock[], breaks: readonly Clock[], at: Segments): Generator<Warning> {
  const placed = (parts: readonly Clock[], list: string, what: string) =>
    parts.map(({ id, name, startTime, endTime }, index) => ({
      name: `${what} ${id}`,
      called: named({ id, name }),
      what,
      at: [...at, list, index, 'startTime'],
      startTime,
      endTime,
      start: minutesOf(startTime),
      end: minutesOf(endTime),
    }));
  const parts = [...placed(periods, 'periods', 'period'), ...placed(breaks, 'breaks', 'break')]
    .filter(({ start, end }) => end > start)
    .sort((one, other) => one.start - other.start);
  let [last] = parts;
  for (const part of parts.slice(1)) {
    if (last === undefined || part.start >= last.end) last = part;
    else {
      const message = `${part.name} begins at ${part.startTime}, before ${last.name} ends at ${last.endTime}`;
      const other = last.called;
      const kind = `${part.what} within ${last.what}`;
      yield { kind, code: 'bells-overlap', values: () => ({ other }), at: part.at, message };
      if (part.end > last.end) last = part;
    }
  }
}
