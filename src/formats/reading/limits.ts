// Limits above anything that a school has. A file beyond them is refused before it uses too much memory or time.

export const limits = {
  /** Bytes of all files together, unpacked. */
  bytes: 64 * 1024 * 1024,
  /** Elements or rows of all files together. */
  elements: 2_000_000,
  /** Depth of nested elements. */
  depth: 64,
  /** Characters of one text, comment or attribute. */
  text: 1_000_000,
  /** Attributes of one element. */
  attributes: 1000,
  /** Columns of all rows of a file together: the widest GPU file has some fifty in a row. */
  cells: 10_000_000,
  days: 31,
  weeks: 60,
  periods: 200,
  /** Groups of one lesson, which are compared in pairs. */
  groups: 500,
  /** Lesson units of the document. */
  units: 200_000,
  /** References to entities in the document: a few units may name all teachers. */
  references: 3_000_000,
} as const;
