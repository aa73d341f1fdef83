import type { OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import type { Encoding } from '../snapshot/paths.ts';

/** A value at once where reading takes no time, or a promise of it. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Goes on with the value: at once when it is there, otherwise when it comes. */
export const chain = <Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value));

export type AgedRecord<Kind> = { value: Kind; age: number };

/** How the request path reads the published output, from a folder or a bucket. */
export type SnapshotReader = {
  /** A record as it is at this moment, never as it was: null when there is none. `parse` throws on a broken one. */
  record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): MaybePromise<Kind | null>;
  /** The same with the milliseconds since it was written, both times by the store's clock: see `AgedBytes`. */
  recordWithAge<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): MaybePromise<AgedRecord<Kind> | null>;
  /**
   * One encoding of a published file, which never changes, verified to have the size and SHA-256 that `file` says.
   * `name` is a version id, or `timetables` for the list. The stamp in it may be that of another response.
   */
  file(organisationId: OrganisationId, name: string, file: PublishedFile, encoding: Encoding): MaybePromise<Uint8Array>;
};
