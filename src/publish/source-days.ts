// What a source says of days, and whom callers with a key and those with a link see of the teachers in changes.

import type { Audience } from '../days/lesson-outcome.ts';
import type { DaysAsked } from '../days/resolve-days.ts';

export type SourceDays = Pick<DaysAsked, 'entities' | 'changes' | 'notes' | 'absent'> & {
  teachersInChanges: Record<'keys' | 'links', Audience['teachers']>;
};
