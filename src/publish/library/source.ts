// What a program implements to publish its own data. The guide is README.md beside this file.

import type { AccessRecord, Calendar } from '../../contract/types.generated.ts';
import type { VersionReader } from '../documents/version-reader.ts';

/** Who may read an organisation. Its keys are named by their SHA-256 in lower-case hexadecimal. */
export type SourceAccess = Omit<AccessRecord, 'fence'> & {
  /** The part of its keys that names its record. Made once by `createHandle`; no two organisations have the same. */
  handle: string;
};

/** All that is published of one organisation, at one moment. */
export interface SourceSnapshot extends VersionReader {
  /** A positive integer that grows with every change of what the organisation publishes, its access included. */
  readonly revision: number;
  access(): Promise<SourceAccess>;
  /** The versions that may have changed after that revision. Without this method, every change reads all versions. */
  changedSince?(revision: number): Promise<readonly string[]>;
  /**
   * The calendar, as `schemas/calendar.json` describes it; null without one. With a calendar, Belfry also publishes its days and
   * the lessons of six weeks. A calendar that is not valid keeps the last valid one published.
   */
  calendar?(): Promise<Calendar | null>;
  /**
   * What somebody removed on purpose since the last publication. An organisation that loses nearly all its versions, or its calendar, keeps
   * them published until this names them, or `removesInBulk` approves.
   */
  removed?(): Promise<{ versions?: readonly string[]; calendar?: boolean }>;
  /** Called right before each change that readers see. Throws when the snapshot, or a lock that it holds, was lost. */
  assertMayPublish?(): Promise<void>;
  /** Ends the snapshot, and frees what it holds. */
  close(): Promise<void>;
}

/** The data of a program of your own. */
export interface Source {
  /** Identifies the data, and never changes: a store that belongs to another source or to a database is refused. */
  readonly id: string;
  /**
   * The organisations, each with its revision. An organisation is published when its revision differs from the
   * store's, and removed when it is missing here. Ids have 1 to 64 lower-case letters, digits, `_` and `-`.
   */
  revisions(): Promise<ReadonlyMap<string, number>>;
  /** Opens a snapshot of an organisation; null when there is no such organisation. */
  snapshot(organisationId: string): Promise<SourceSnapshot | null>;
}
