// Where organisations, their access and their timetables come from. The PostgreSQL database is one source
// (database-versions.ts, with its lease and its queue around); another program can publish its own data by implementing
// `Source`. The guide is README.md beside this file.

import type { AccessRecord, Timetable, TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { Warning } from '../../document/warning.ts';

/** A version that an organisation publishes. Leave out autosaves. */
export type SourceVersion = {
  /** 1 to 64 letters, digits, `_` and `-`. */
  id: string;
  /** For a source that knows it without the document: the version is built again when this differs from what is published. */
  summary?: TimetableVersionSummary;
};

/** A version's document, or why it cannot be read, in which case the version is withheld. */
export type SourceDocument =
  | {
      /** The `data` of Get Timetable. It is checked before anything is published. */
      document: unknown;
      /** Finds what only the source can see. Called when the document has passed all checks. */
      findWarnings?: (timetable: Timetable) => Iterable<Warning>;
    }
  | { unreadable: string };

/** The versions of an organisation at one moment. */
export interface VersionReader {
  versions(): Promise<readonly SourceVersion[]>;
  /**
   * The document of a version; null when it was deleted meanwhile. Several are read at once. An error that is thrown fails
   * the whole organisation, which is tried again: throw when the next attempt may succeed, and return `unreadable` when not.
   */
  document(versionId: string): Promise<SourceDocument | null>;
}

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
