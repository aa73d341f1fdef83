// The client's public API, as one module that callers install or copy.

export type { SchoolDay } from '../calendar/create-school-year.ts';
export { findInUse, type InUse } from '../calendar/lessons/find-in-use.ts';
export type { DateLike } from '../calendar/time/day.ts';
export type * from '../contract/types.generated.ts';
export { applyChange, copyTimetable, keyOfUnit, type TimetableCopy } from './changes/apply-change.ts';
export type { ChangeCalls, ChangesSince, FollowOptions } from './changes/changes-since.ts';
export { netChanges } from './changes/net-changes.ts';
export { changedEntities } from './comparison/changed-entities.ts';
export { compareVersions } from './comparison/compare-versions.ts';
export type * from './comparison/comparison.ts';
export { createClient, type TimetableClient } from './create-client.ts';
export type { CallOptions, ClientOptions } from './create-reader.ts';
export { calendarOf, type SchoolCalendar } from './dates/calendar-of.ts';
export type { CycleDay } from './dates/cycle-day.ts';
export { type NowAndNext, nowAndNext } from './dates/now-and-next.ts';
export { dayOn, lessonsOn, type OnDateOptions, weekOn } from './dates/on-date.ts';
export type { SchoolPeriod, TimeInCycle } from './dates/school-periods.ts';
export { weeksInCycle } from './dates/weeks-in-cycle.ts';
export type { SliceOf } from './days/day-calls.ts';
export { type DifferenceMark, differenceOf, type LessonDifference, type LessonList } from './days/difference-of.ts';
export {
  AccessEndedError,
  BrokenAnswerError,
  NoAnswerError,
  type RefusalCode,
  RefusedError,
  TimeoutError,
  TimetableError,
} from './errors.ts';
export { freeRooms, freeTogether, periodsOf } from './find-free.ts';
export { idsWithUnits } from './find-units.ts';
export type * from './grid/grid.ts';
export { gridFor } from './grid/grid-for.ts';
export { type ChangedCell, gridOfChanges } from './grid/grid-of-changes.ts';
export { type Lookup, type ResolvedTimetable, resolveTimetable } from './resolve-timetable.ts';
export { type CachedResponse, memoryCache, type ResponseCache } from './response-cache.ts';
