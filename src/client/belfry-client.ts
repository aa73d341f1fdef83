// What the client offers, as the one module that callers install or copy.

export type * from '../contract/types.generated.ts';
export { type CallOptions, type ClientOptions, createClient, type TimetableClient } from './create-client.ts';
export {
  AccessEndedError,
  BrokenAnswerError,
  NoAnswerError,
  type RefusalCode,
  RefusedError,
  TimeoutError,
  TimetableError,
} from './errors.ts';
export { type DateLike, findInUse, type InUse } from './find-in-use.ts';
export type * from './grid.ts';
export { gridFor } from './grid-for.ts';
export { type Lookup, type ResolvedTimetable, resolveTimetable } from './resolve-timetable.ts';
export { type CachedResponse, memoryCache, type ResponseCache } from './response-cache.ts';
