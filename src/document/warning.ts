import type { Segments } from './json-path.ts';

/** Something that looks wrong in a document but does not prevent publishing. */
export type Warning = {
  /**
   * Warnings of one kind are reported once: the first of them, and the number of the others. Null for a warning that
   * is always reported, because each one needs its own look.
   */
  kind: string | null;
  at: Segments;
  message: string;
  /** The row, for a value that the document does not show. */
  row?: string;
};
