// What kind of day a date is, for the tables of the calendar: the sign and the words of each kind.

import type { SchoolDay } from '../../calendar/create-school-year.ts';
import type { PlainKey } from '../viewer/say.ts';

/** `free` is a day of the week without lessons; `school` an ordinary school day. */
export const dayKinds = ['school', 'free', 'closed', 'outside', 'runs', 'bells'] as const;
export type DayKind = (typeof dayKinds)[number];

/** A sign for each kind, since colour alone does not tell them apart. */
export const kindSigns: Record<DayKind, string> = {
  school: '',
  free: '',
  closed: '×',
  outside: '–',
  runs: '+',
  bells: '≠',
};

/** What a sign means; null where there is none. */
export const kindWords: Record<DayKind, PlainKey | null> = {
  school: null,
  free: null,
  closed: 'closedDay',
  outside: 'outsideTerms',
  runs: 'runsDay',
  bells: 'bellsDay',
};

export function kindOf({ isSchoolDay, why, like, periods }: SchoolDay): DayKind {
  if (!isSchoolDay) return why === 'weekday' ? 'free' : why === 'outside terms' ? 'outside' : 'closed';
  return like !== null ? 'runs' : periods !== null ? 'bells' : 'school';
}
