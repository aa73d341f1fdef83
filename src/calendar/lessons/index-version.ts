// What listing lessons needs of a version, computed once: its units by day and span, its classes on their bell schedules, and
// everybody's name by localId.

import type {
  BellSchedule,
  Break,
  Calendar,
  LessonUnit,
  NamedEntity,
  Period,
  Timetable,
} from '../../contract/types.generated.ts';
import { type BellCycle, readBellCycle } from '../bell-cycle.ts';
import { nameEntities, nameOf } from './name-entities.ts';
import { indexUnitsBetween } from './units-between.ts';

export type IndexedSchedule = {
  cycle: BellCycle;
  /** By the id of a day. */
  timelines: ReadonlyMap<string, Timeline>;
};

export type Timeline = {
  periods: readonly Period[];
  /** The periods that a break follows, in order. */
  breaksAfter: readonly number[];
};

export type IndexedClass = { named: NamedEntity; schedule: IndexedSchedule };

export type IndexedUnit = {
  unit: LessonUnit;
  /** Its place in the document. */
  order: number;
  periodIndex: number;
  classes: readonly IndexedClass[];
  subjects: NamedEntity[];
  teachers: NamedEntity[];
  rooms: NamedEntity[];
};

/** The units of a day that belong to one span, or a single unit without one; by periodIndex, then in the document's order. */
export type Span = readonly IndexedUnit[];

export type IndexedVersion = {
  document: Timetable;
  defaultSchedule: IndexedSchedule;
  classes: readonly IndexedClass[];
  /** By the id of a day. */
  days: ReadonlyMap<string, { spans: readonly Span[]; between: () => ReturnType<typeof indexUnitsBetween> }>;
};

export function indexVersion(document: Timetable, calendar: Calendar): IndexedVersion {
  const schedules = new Map<string, IndexedSchedule>();
  for (const schedule of document.bellSchedules)
    if (!schedules.has(schedule.id)) schedules.set(schedule.id, indexSchedule(schedule, calendar));
  const defaultSchedule = schedules.get(document.bellSchedule.id) ?? indexSchedule(document.bellSchedule, calendar);
  const classes = new Map<string, IndexedClass>();
  for (const each of document.classes)
    classes.set(each.localId, {
      named: nameOf(each),
      schedule: schedules.get(each.bellScheduleId ?? '') ?? defaultSchedule,
    });

  const { subjects, teachers, rooms } = nameEntities(document);

  const spans = new Map<string, Map<string | IndexedUnit, IndexedUnit[]>>();
  for (const [order, unit] of document.lessonUnits.entries()) {
    const { dayId, periodIndex, spanId } = unit;
    if (dayId === null || periodIndex === null) continue;
    const indexed: IndexedUnit = {
      unit,
      order,
      periodIndex,
      classes: find(classes, unit.classIds),
      subjects: find(subjects, unit.subjectIds),
      teachers: find(teachers, unit.teacherIds),
      rooms: find(rooms, unit.roomIds),
    };
    const ofDay = spans.get(dayId) ?? new Map<string | IndexedUnit, IndexedUnit[]>();
    spans.set(dayId, ofDay);
    const others = ofDay.get(spanId ?? indexed);
    if (others === undefined) ofDay.set(spanId ?? indexed, [indexed]);
    else others.push(indexed);
  }
  const days = Array.from(spans, ([dayId, ofDay]) => [dayId, indexDay([...ofDay.values()])] as const);
  return { document, defaultSchedule, classes: [...classes.values()], days: new Map(days) };
}

function indexDay(spans: IndexedUnit[][]) {
  for (const span of spans) span.sort((one, other) => one.periodIndex - other.periodIndex);
  let between: ReturnType<typeof indexUnitsBetween> | null = null;
  return {
    spans,
    // Few documents have a span with a hole.
    between() {
      between ??= indexUnitsBetween(spans.flatMap((span) => span.map(({ unit }) => unit)));
      return between;
    },
  };
}

function indexSchedule(schedule: BellSchedule, calendar: Calendar): IndexedSchedule {
  const timelines = new Map<string, Timeline>();
  for (const { dayIds, periods, breaks } of schedule.dayConfigurations) {
    const timeline = { periods, breaksAfter: placesOf(breaks) };
    // The first configuration of a day is its own.
    for (const id of dayIds) if (!timelines.has(id)) timelines.set(id, timeline);
  }
  return { cycle: readBellCycle(schedule, calendar), timelines };
}

const placesOf = (breaks: readonly Break[]): number[] =>
  breaks.map(({ followsPeriodIndex }) => followsPeriodIndex).sort((one, other) => one - other);

/** Those that are there, each once, in the order of the ids. */
const find = <Item>(known: ReadonlyMap<string, Item>, ids: readonly string[]): Item[] =>
  [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
