import type { PublishedFile } from '../contract/types.generated.ts';
import type { Encoding } from '../snapshot/paths.ts';

/** A value at once where reading takes no time, or a promise of it. */
export type Eventually<Value> = Value | Promise<Value>;

/** Goes on with the value: at once when it is there, otherwise when it comes. */
export const after = <Value, Result>(
  value: Eventually<Value>,
  next: (value: Value) => Eventually<Result>,
): Eventually<Result> => (value instanceof Promise ? value.then(next) : next(value));

/** How the walk of a request reads the published form, wherever that is. */
export type SnapshotReader = {
  /** A record as it is at this moment, never as it was: null when there is none. `parse` throws on a broken one. */
  record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): Eventually<Kind | null>;
  /**
   * One encoding of a published file, which never changes, proven to have the size and SHA-256 that `file` says.
   * `name` is a version id, or `timetables` for the list. The stamp in it may be that of another response.
   */
  file(organisationId: string, name: string, file: PublishedFile, encoding: Encoding): Eventually<Uint8Array>;
};
