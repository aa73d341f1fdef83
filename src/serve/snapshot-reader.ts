import type { OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import type { Encoding } from '../snapshot/paths.ts';

/** A value, or a promise of it where reading needs I/O. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Calls `next` with the value: synchronously unless it is a promise. */
export const chain = <Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value));

export type AgedRecord<Kind> = { value: Kind; age: number };

/** How the request path reads the published output, from a folder or a bucket. */
export type SnapshotReader = {
  /** The current record, never a stale one; null when there is none. `parse` throws on a broken one. */
  record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): MaybePromise<Kind | null>;
  /** The same with the record's age in milliseconds, by the store's clock: see `AgedBytes`. */
  recordWithAge<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): MaybePromise<AgedRecord<Kind> | null>;
  /**
   * One encoding of an immutable file, verified against the size and SHA-256 in `file`. `name` is a version id, or
   * `timetables` for the list. The bytes may contain the stamp of another response.
   */
  file(organisationId: OrganisationId, name: string, file: PublishedFile, encoding: Encoding): MaybePromise<Uint8Array>;
};
