// What the request path needs of the published output. Readers of a folder and of a bucket implement it, on a server and at
// the edge.

import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import type { IndexedPack, LinkRecord, Pack, PublishedFeed, PublishedFile } from '../contract/types.generated.ts';
import type { Heartbeat } from '../snapshot/heartbeat.ts';
import type { PackedEntry } from '../snapshot/pack/packed-entry.ts';
import type { Encoding, FeedEncoding } from '../snapshot/paths.ts';
import type { ParsedOrganisationRecord } from '../snapshot/read-record.ts';

/** A value, or a promise of it where reading needs I/O. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Calls `next` with the value: synchronously unless it is a promise. */
export const chain = <Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value));

/** A record and the milliseconds since it was written, both times by the store's clock: see `AgedBytes`. */
export type AgedRecord<Kind> = { value: Kind; age: number };

/** A pack, and what its path is made of. */
export type PackPlace = { organisationId: OrganisationId; name: string; pack: Pack };

/**
 * How the request path reads the published output, from a folder or a bucket. A record is never older than the reader:
 * what was published before the reader was opened is seen.
 *
 * `Body` is how the adapter wants a file: its bytes, or pieces of them.
 */
export type SnapshotReader<Body = Uint8Array> = {
  /**
   * The organisation that a handle names; null when there is none.
   * @throws BrokenRecordError
   */
  organisation(handle: Handle): MaybePromise<ParsedOrganisationRecord | null>;
  /**
   * The record of a link; null when there is none.
   * @param sha256 of its whole token
   * @throws BrokenRecordError
   */
  link(handle: Handle, sha256: string): MaybePromise<Owned<LinkRecord> | null>;
  /** The last heartbeat of a publisher: null when there is no file; `value` is null when the file is invalid. */
  heartbeat(): MaybePromise<AgedRecord<Heartbeat | null> | null>;
  /**
   * One encoding of an immutable file, verified against the size and SHA-256 in `file`. `name` is a version id,
   * `timetables` for the list, `calendar`, an ISO week, or that of a person's document. The bytes may contain the stamp of another response.
   */
  file(organisationId: OrganisationId, name: string, file: PublishedFile, encoding: Encoding): MaybePromise<Body>;
  /** An entry of a pack in an encoding that it has, verified likewise. Its plain bytes are inflated from gzip. */
  entry(place: PackPlace, entry: PackedEntry, encoding: Encoding): MaybePromise<Body>;
  /** The index with which a pack begins, verified likewise. */
  packIndex(place: PackPlace & { pack: IndexedPack }): MaybePromise<Uint8Array>;
  /** One encoding of a feed, verified likewise. The bytes are those of the feed. */
  feed(organisationId: OrganisationId, name: string, feed: PublishedFeed, encoding: FeedEncoding): MaybePromise<Body>;
};
