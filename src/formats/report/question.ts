// What only a person can say about a school's file, since the file leaves it open. A question is asked whether or not an option has
// answered it, so that the answer can be changed.

/** @property chosen the number of the one that is converted, from 1; null where all are */
type Choice = { names: string[]; chosen: number | null };

export type Question =
  /** Nothing is converted without them. @property periods their names, in order */
  | { about: 'bells'; periods: string[] }
  /** Which day of the week its first day is. */
  | { about: 'firstDay'; chosen: number | null }
  | ({ about: 'term' } & Choice)
  /** Weeks of a cycle that are no weeks: the terms of a FET file. */
  | ({ about: 'week' } & Choice)
  /** Whether its students are taken over. */
  | { about: 'students'; count: number; chosen: boolean };

/** Names of terms in a question. */
export const mostNames = 40;
