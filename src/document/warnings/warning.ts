// A file of its own because `find-warnings.ts` imports every file that makes warnings.

import type { Seen } from '../make-finding.ts';

/** A probable mistake in a document, which is published anyway. `row`: of a value that the document leaves out. */
export type Warning = {
  /**
   * Of the warnings of one kind only the first is reported, with the number of the others. Null for a warning that is
   * always reported, such as a clash, because each has a cause of its own.
   */
  kind: string | null;
} & Seen;
