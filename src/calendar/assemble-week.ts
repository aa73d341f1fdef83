// Assembles the data of Get Week: what takes place in an ISO week.

import type { Week } from '../contract/types.generated.ts';
import { createLessonLister, type LessonsAsked } from './lessons/list-lessons.ts';
import { addDays } from './time/day.ts';
import { mondayOfIsoWeek } from './time/iso-week.ts';

export type WeekParts = Pick<LessonsAsked, 'calendar' | 'versions'> & {
  /** Of the documents. */
  generation: number;
  /** Such as 2026-W48. */
  week: string;
  /** One made of the same calendar and versions, where several weeks are assembled. */
  lister?: ReturnType<typeof createLessonLister>;
};

/** @throws RangeError for a week that does not exist */
export function assembleWeek({ calendar, versions, generation, week, lister }: WeekParts): Week {
  const monday = mondayOfIsoWeek(week);
  if (monday === null) throw new RangeError(`${week} is not an ISO week; write 2026-W48`);
  const lessons = (lister ?? createLessonLister({ calendar, versions })).list(monday, addDays(monday, 6));
  return { generation, week, timeZone: calendar.timeZone, lessons };
}
