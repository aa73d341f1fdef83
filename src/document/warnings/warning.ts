// A file of its own because `find-warnings.ts` imports every file that makes warnings.

import type { Segments } from '../json-path.ts';

/** A probable mistake in a document, which is published anyway. */
export type Warning = {
  /**
   * Of the warnings of one kind only the first is reported, with the number of the others. Null for a warning that is
   * always reported, such as a clash, because each has a cause of its own.
   */
  kind: string | null;
  at: Segments;
  message: string;
  /** The database row. By default it is found from `at`; a value that the document leaves out has no path there. */
  row?: string;
};
