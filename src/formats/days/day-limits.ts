// The most that a file may hold: far above what a school changes in thirteen weeks.

export const dayLimits = {
  bytes: 16 * 1024 * 1024,
  /** From the first day to the last. */
  days: 92,
  changes: 20_000,
  notes: 2_000,
  /** Classes and rooms that are away: as many as there are notes. */
  absent: 2_000,
  /** Characters of one text. */
  text: 500,
} as const;
