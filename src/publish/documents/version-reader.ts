// The timetable versions of an organisation, as its source gives them to the publisher.

import type { Timetable, TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { Warning } from '../../document/warnings/warning.ts';

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
