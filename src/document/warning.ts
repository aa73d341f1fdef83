import type { Segments } from './json-path.ts';

/** Something that looks wrong in a document, which is published all the same. */
export type Warning = {
  /**
   * Warnings of one kind are told as one: the first of them, and how many more there are. Null for one that is told by
   * itself, since each is a thing of its own to look into.
   */
  kind: string | null;
  at: Segments;
  message: string;
  /** The row, where the document does not show it. */
  row?: string;
};
