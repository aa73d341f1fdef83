// Reckons the days of a calendar and the lessons of a range again: date by date, with nothing computed beforehand, and with
// Temporal for zones. It shares no code with src/calendar, and is compared with it.

import { Temporal } from 'temporal-polyfill';
import type { PlannedLesson } from '../../src/calendar/lessons/planned-lesson.ts';
import type {
  BellSchedule,
  BellScheduleDay,
  BellTime,
  Calendar,
  CalendarDate,
  Class,
  Exception,
  LessonUnit,
  NamedEntity,
  Timetable,
} from '../../src/contract/types.generated.ts';

const plain = (day: number) =>
  Temporal.PlainDate.from({ year: Math.floor(day / 10_000), month: Math.floor(day / 100) % 100, day: day % 100 });
const number = (date: Temporal.PlainDate) => date.year * 10_000 + date.month * 100 + date.day;
const weekday = (day: number) => plain(day).dayOfWeek;
const later = (day: number, days: number) => number(plain(day).add({ days }));
/** The first day of the school's week: where the longest gap between school days ends. */
function begin({ schoolDays }: Calendar, day: number): number {
  const week = '1234567'.replace(/./g, (each) => (schoolDays.includes(Number(each)) ? each : '.'));
  // Seen three times, so that every gap is whole in the middle.
  const ends = [...`${week}${week}${week}`.matchAll(/(?<gap>\.*)(?<end>\d)/g)]
    .filter(({ index, [0]: gapAndEnd }) => index + gapAndEnd.length > 7 && index + gapAndEnd.length <= 14)
    .map(([gapAndEnd]) => ({ length: gapAndEnd.length, end: Number(gapAndEnd.at(-1)) }));
  const most = Math.max(...ends.map(({ length }) => length));
  const first = ends.find(({ length }) => length === most)?.end ?? 1;
  let found = day;
  while (weekday(found) !== first) found = later(found, -1);
  return found;
}

function datesFrom(firstDay: number, lastDay: number): number[] {
  const dates = [];
  for (let day = firstDay; day <= lastDay; day = later(day, 1)) dates.push(day);
  return dates;
}

type Day = { school: boolean; name: string | null; exception: Exception | null; rule: object | null };

/** The rules of a date for a class, or for everybody for null, first match first. */
function ruleOn(calendar: Calendar, day: number, entityId: string | null): Day {
  const names = (each: { classEntityIds?: string[] | null }) =>
    entityId !== null && (each.classEntityIds ?? []).includes(entityId);
  const isForAll = (each: { classEntityIds?: string[] | null }) => (each.classEntityIds ?? null) === null;
  const exceptions = (calendar.exceptions ?? []).filter(({ date }) => date === day);
  const closures = (calendar.closures ?? []).filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
  const exception = exceptions.find(names) ?? exceptions.find(isForAll);
  if (exception !== undefined)
    return { school: exception.kind !== 'closed', name: exception.name, exception, rule: exception };
  const closure = closures.find(names) ?? closures.find(isForAll);
  if (closure !== undefined) return { school: false, name: closure.name, exception: null, rule: closure };
  const terms = calendar.terms ?? [];
  const isInTerm = terms.length === 0 || terms.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
  return { school: isInTerm && calendar.schoolDays.includes(weekday(day)), name: null, exception: null, rule: null };
}

function counts(calendar: Calendar, day: number): boolean {
  const { school, exception } = ruleOn(calendar, day, null);
  return school && !(exception?.kind === 'runs' && exception.countsInCycle === false);
}

/** Each answer once, since every unit of a date asks for the same. */
const known = new WeakMap<Calendar, Map<string, number>>();
function passed(calendar: Calendar, from: number, to: number): number {
  const answers = known.get(calendar) ?? new Map<string, number>();
  known.set(calendar, answers);
  const answer = answers.get(`${from} ${to}`) ?? countPassed(calendar, from, to);
  answers.set(`${from} ${to}`, answer);
  return answer;
}

/** So many school days, or weeks with one, from one day up to another; negative backwards. */
function countPassed(calendar: Calendar, from: number, to: number): number {
  if (to < from) return -countPassed(calendar, to, from);
  if (calendar.counting === 'schoolDays')
    return datesFrom(from, later(to, -1)).filter((day) => counts(calendar, day)).length;
  const [first, last] = [begin(calendar, from), later(begin(calendar, to), -1)];
  const begins = datesFrom(first, last).filter((day) => weekday(day) === weekday(first));
  if (calendar.counting === 'calendarWeeks') return begins.length;
  return begins.filter((day) => datesFrom(day, later(day, 6)).some((each) => counts(calendar, each))).length;
}

function weekOfDay({ days }: BellSchedule, day: BellScheduleDay): number | null {
  if (days.some(({ weekInCycle }) => weekInCycle !== null)) return day.weekInCycle;
  return days.filter(({ dayOfWeek }) => dayOfWeek === day.dayOfWeek).indexOf(day) + 1;
}

function weeksOf(schedule: BellSchedule): number {
  const numbered = schedule.days.some(({ weekInCycle }) => weekInCycle !== null);
  return Math.max(numbered ? schedule.cycleLength : 1, ...schedule.days.map((day) => weekOfDay(schedule, day) ?? 1));
}

type Place = { weekInCycle: number | null; dayOfWeek: number; dayInCycle: number | null; days: BellScheduleDay[] };

function placeOn(
  calendar: Calendar,
  version: Pick<Timetable, 'effectiveFrom'>,
  schedule: BellSchedule,
  day: number,
  rule: Day,
): Place {
  const like = rule.exception?.kind === 'runs' ? (rule.exception.like ?? {}) : null;
  const weeks = weeksOf(schedule);
  const length = calendar.counting === 'schoolDays' ? schedule.days.length : weeks;
  const start = calendar.counting === 'schoolDays' ? (date: number) => date : (date: number) => begin(calendar, date);
  const anchors = (calendar.anchors ?? [])
    .flatMap(({ date, week, day: position }) => {
      const at = calendar.counting === 'schoolDays' ? position : week;
      return at === undefined || at > length ? [] : [{ date, at }];
    })
    .sort((one, other) => one.date - other.date);
  const anchor = anchors.filter(({ date }) => start(date) <= start(day)).at(-1) ??
    anchors[0] ?? { date: begin(calendar, version.effectiveFrom ?? day), at: 1 };
  const round = (at: number) => ((((at - 1) % length) + length) % length) + 1;
  const own = length === 0 ? 0 : round(anchor.at + passed(calendar, anchor.date, day));
  if (calendar.counting === 'schoolDays') {
    const position = like?.day ?? own;
    const running = schedule.days[position - 1];
    return {
      weekInCycle: weeks === 1 || running === undefined ? null : weekOfDay(schedule, running),
      dayOfWeek: running?.dayOfWeek ?? weekday(day),
      dayInCycle: position === 0 ? null : position,
      days: running === undefined ? [] : [running],
    };
  }
  const week = like?.week ?? own;
  const dayOfWeek = like?.dayOfWeek ?? weekday(day);
  const isOn = (each: BellScheduleDay) =>
    each.dayOfWeek === dayOfWeek && (weeks === 1 || [null, week].includes(weekOfDay(schedule, each)));
  return { weekInCycle: weeks === 1 ? null : week, dayOfWeek, dayInCycle: null, days: schedule.days.filter(isOn) };
}

function inUse(versions: readonly Timetable[], day: number): Timetable[] {
  const covering = versions.filter(
    ({ status, effectiveFrom, effectiveTo }) =>
      status === 'published' && effectiveFrom !== null && effectiveFrom <= day && day <= (effectiveTo ?? day),
  );
  const isBetter = (one: Timetable, other: Timetable) =>
    one.isCurrent !== other.isCurrent
      ? one.isCurrent
      : one.effectiveFrom !== other.effectiveFrom
        ? (one.effectiveFrom ?? 0) > (other.effectiveFrom ?? 0)
        : one.versionNumber > other.versionNumber;
  return covering.filter((one) => !covering.some((other) => other.groupId === one.groupId && isBetter(other, one)));
}

export function reckonDates(
  calendar: Calendar,
  versions: readonly Timetable[],
  firstDay: number,
  lastDay: number,
): CalendarDate[] {
  return datesFrom(firstDay, lastDay).map((date) => {
    const describe = (rule: Day) => ({
      isSchoolDay: rule.school,
      name: rule.name,
      timetables: inUse(versions, date)
        .filter(() => rule.school)
        .map((version) => {
          const { weekInCycle, dayOfWeek, dayInCycle } = placeOn(calendar, version, version.bellSchedule, date, rule);
          const periods = rule.exception?.kind === 'bells' ? (rule.exception.periods ?? []) : null;
          return { groupId: version.groupId, timetableId: version.id, weekInCycle, dayOfWeek, dayInCycle, periods };
        }),
    });
    const scopes = [...(calendar.exceptions ?? []), ...(calendar.closures ?? [])].filter(
      (scope) => (scope.classEntityIds ?? null) !== null,
    );
    const scoped = scopes.flatMap((scope) => {
      const classEntityIds = (scope.classEntityIds ?? []).filter((id) => ruleOn(calendar, date, id).rule === scope);
      const [first] = classEntityIds;
      return first === undefined ? [] : [{ classEntityIds, ...describe(ruleOn(calendar, date, first)) }];
    });
    return { date, ...describe(ruleOn(calendar, date, null)), scoped };
  });
}

/** A unit on a date as one of its classes has it; without a class, as everybody has it. */
type Attended = {
  unit: LessonUnit;
  schoolClass: Class | null;
  times: string;
  bells: BellTime[] | null;
  schedule: BellSchedule;
};

export function reckonLessons(
  calendar: Calendar,
  versions: readonly Timetable[],
  firstDay: number,
  lastDay: number,
): PlannedLesson[] {
  const found = datesFrom(firstDay, lastDay).flatMap((date) =>
    inUse(versions, date).flatMap((version) => lessonsOn(calendar, version, date)),
  );
  const rank = ({ timetableId }: PlannedLesson) => versions.findIndex(({ id }) => id === timetableId);
  const order = ({ timetableId, unitLocalIds }: PlannedLesson) =>
    versions
      .find(({ id }) => id === timetableId)
      ?.lessonUnits.findIndex(({ localId }) => localId === unitLocalIds[0]) ?? 0;
  return found.sort(
    (one, other) =>
      Date.parse(one.start) - Date.parse(other.start) || rank(one) - rank(other) || order(one) - order(other),
  );
}

function lessonsOn(calendar: Calendar, version: Timetable, date: number): PlannedLesson[] {
  const attended = version.lessonUnits.flatMap((unit) => {
    const classes = unit.classIds.flatMap((id) => version.classes.find(({ localId }) => localId === id) ?? []);
    return (classes.length > 0 ? classes : [null]).flatMap((schoolClass) =>
      attend(calendar, version, date, unit, schoolClass),
    );
  });
  const lessons: PlannedLesson[] = [];
  const position = (unit: LessonUnit) => (unit.periodIndex ?? 0) * 100_000 + version.lessonUnits.indexOf(unit);
  const spans = new Map<string, Attended[]>();
  for (const each of attended.sort((one, other) => position(one.unit) - position(other.unit))) {
    const { dayId, spanId, localId } = each.unit;
    const span = JSON.stringify(spanId === null ? [dayId, localId] : [dayId, 'span', spanId]);
    spans.set(span, [...(spans.get(span) ?? []), each]);
  }
  for (const own of spans.values()) {
    // Classes that have the same units of the span at the same times, by way of the schedule and the rule that decides for each.
    const ways = new Map<string, Attended[]>();
    for (const each of own) {
      const way = `${each.schedule.id} ${ruleKey(calendar, date, each.schoolClass)}`;
      ways.set(way, [...(ways.get(way) ?? []), each]);
    }
    const strands = new Map<string, Attended[]>();
    for (const way of ways.values()) {
      const key = [...new Set(way.map(({ unit, times }) => `${unit.localId} ${times}`))].sort().join();
      strands.set(key, [...(strands.get(key) ?? []), ...way]);
    }
    for (const strand of strands.values()) lessons.push(...joined(calendar, version, date, strand));
  }
  return lessons;
}

function ruleKey(calendar: Calendar, date: number, schoolClass: Class | null): string {
  const { rule } = ruleOn(calendar, date, schoolClass?.entityId ?? null);
  return rule === null ? 'ordinary' : JSON.stringify(rule);
}

function attend(
  calendar: Calendar,
  version: Timetable,
  date: number,
  unit: LessonUnit,
  schoolClass: Class | null,
): Attended[] {
  const rule = ruleOn(calendar, date, schoolClass?.entityId ?? null);
  if (!rule.school || unit.dayId === null || unit.periodIndex === null) return [];
  const schedule = version.bellSchedules.find(({ id }) => id === schoolClass?.bellScheduleId) ?? version.bellSchedule;
  if (!placeOn(calendar, version, schedule, date, rule).days.some(({ id }) => id === unit.dayId)) return [];
  const bells = rule.exception?.kind === 'bells' ? (rule.exception.periods ?? []) : null;
  const own = configurationOf(schedule, unit)?.periods[unit.periodIndex];
  const period = bells === null ? own : bells.find(({ periodIndex }) => periodIndex === unit.periodIndex);
  return period === undefined
    ? []
    : [{ unit, schoolClass, times: `${period.startTime} ${period.endTime}`, bells, schedule }];
}

const configurationOf = ({ dayConfigurations }: BellSchedule, { dayId }: LessonUnit) =>
  dayConfigurations.find(({ dayIds }) => dayIds.includes(dayId ?? ''));

function joined(calendar: Calendar, version: Timetable, date: number, strand: readonly Attended[]): PlannedLesson[] {
  const units = [...new Set(strand.map(({ unit }) => unit))];
  const lessons: LessonUnit[][] = [];
  for (const unit of units) {
    const before = lessons.at(-1)?.at(-1);
    if (before !== undefined && isOne(version, strand, before, unit)) lessons.at(-1)?.push(unit);
    else lessons.push([unit]);
  }
  return lessons.map((lesson) => written(calendar, version, date, strand, lesson));
}

function isOne(version: Timetable, strand: readonly Attended[], before: LessonUnit, after: LessonUnit): boolean {
  const [from, to] = [before.periodIndex ?? 0, after.periodIndex ?? 0];
  if (from === to) return false;
  const first = strand.find(({ unit }) => unit === before);
  const second = strand.find(({ unit }) => unit === after);
  if (first === undefined || second === undefined) return false;
  const isBetween = (index: number) => from <= index && index < to;
  const { breaks = [] } = configurationOf(first.schedule, before) ?? {};
  const hasGap = first.bells === null || first.times.slice(6) < second.times.slice(0, 5);
  if (hasGap && breaks.some(({ followsPeriodIndex }) => isBetween(followsPeriodIndex))) return false;
  const all = ({ classIds, teacherIds, roomIds }: LessonUnit) => [...classIds, ...teacherIds, ...roomIds];
  const ids = new Set([...all(before), ...all(after)]);
  return !version.lessonUnits.some(
    (other) =>
      other.dayId === before.dayId &&
      (other.spanId === null || other.spanId !== before.spanId) &&
      from < (other.periodIndex ?? -1) &&
      (other.periodIndex ?? -1) < to &&
      all(other).some((id) => ids.has(id)),
  );
}

function written(
  calendar: Calendar,
  version: Timetable,
  date: number,
  strand: readonly Attended[],
  units: LessonUnit[],
): PlannedLesson {
  const timesOf = (unit: LessonUnit | undefined) => strand.find((each) => each.unit === unit)?.times ?? '';
  const [startTime, endTime] = [timesOf(units[0]).slice(0, 5), timesOf(units.at(-1)).slice(6)];
  const moment = (day: number, time: string) => {
    const midnight = time === '24:00';
    return plain(midnight ? later(day, 1) : day)
      .toZonedDateTime({ timeZone: calendar.timeZone, plainTime: midnight ? '00:00' : time })
      .toString({ timeZoneName: 'never' });
  };
  const named = (all: readonly NamedEntity[], localIds: readonly string[]): NamedEntity[] => {
    const known = all as readonly (NamedEntity & { localId: string })[]; // entities of a document have both
    return [...new Set(localIds)].flatMap((id) =>
      known
        .filter(({ localId }) => localId === id)
        .map(({ entityId, externalId, name, shortName }) => ({ entityId, externalId, name, shortName })),
    );
  };
  const courses = (version.courses ?? []).map((course) => ({
    ...course,
    externalId: null,
    shortName: course.courseCode ?? course.name,
  }));
  const taken = (unit: LessonUnit) =>
    unit.classIds.filter((id) => strand.some((each) => each.unit === unit && each.schoolClass?.localId === id));
  return {
    date,
    startTime,
    endTime,
    start: moment(date, startTime),
    // `24:00` is the next midnight by itself; another end that is not later is a time of the next day.
    end: moment(endTime > startTime ? date : later(date, 1), endTime),
    timetableId: version.id,
    unitLocalIds: units.map(({ localId }) => localId),
    periodIndex: units[0]?.periodIndex ?? 0,
    periods: units.length,
    subjects: named(
      [...version.subjects, ...courses],
      units.flatMap(({ subjectIds }) => subjectIds),
    ),
    teachers: named(
      version.teachers,
      units.flatMap(({ teacherIds }) => teacherIds),
    ),
    classes: named(version.classes, units.flatMap(taken)),
    rooms: named(
      version.rooms,
      units.flatMap(({ roomIds }) => roomIds),
    ),
  };
}
