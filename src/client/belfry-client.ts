// The client's public API, as one module that callers install or copy.

export type { SchoolDay } from '../calendar/create-school-year.ts';
export type { DateLike } from '../calendar/day.ts';
export { findInUse, type InUse } from '../calendar/find-in-use.ts';
export type * from '../contract/types.generated.ts';
export { calendarOf, type SchoolCalendar } from './calendar-of.ts';
export { changedEntities } from './changed-entities.ts';
export { compareVersions } from './compare-versions.ts';
export type * from './comparison.ts';
export { type CallOptions, type ClientOptions, createClient, type TimetableClient } from './create-client.ts';
export type { CycleDay } from './cycle-day.ts';
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
export type * from './grid.ts';
export { gridFor } from './grid-for.ts';
export { type ChangedCell, gridOfChanges } from './grid-of-changes.ts';
export { type NowAndNext, nowAndNext } from './now-and-next.ts';
export { dayOn, lessonsOn, type OnDateOptions, weekOn } from './on-date.ts';
export { type Lookup, type ResolvedTimetable, resolveTimetable } from './resolve-timetable.ts';
export { type CachedResponse, memoryCache, type ResponseCache } from './response-cache.ts';
export type { SchoolPeriod, TimeInCycle } from './school-periods.ts';
export { weeksInCycle } from './weeks-in-cycle.ts';
