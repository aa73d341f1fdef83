// What is different where nothing is.

import type { DaysAsked } from './resolve-days.ts';

export const noChanges: Pick<DaysAsked, 'entities' | 'changes' | 'notes' | 'absent'> = {
  entities: { subjects: [], teachers: [], classes: [], rooms: [] },
  changes: [],
  notes: [],
  absent: [],
};
