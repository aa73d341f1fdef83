// Dates of a school without a calendar: the reader's clock, and the count of weeks with the reader's correction.

import type { ResolvedTimetable } from '../../../client/belfry-client.ts';
import { dayByCount, lessonsByCount, weekByCount } from '../../../client/dates/by-count.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import type { Dates } from './date-rule.ts';

const shiftOf = ({ document }: ResolvedTimetable) => keptChoices.shift(document.groupId);

export const readerDates: Dates = {
  now(at = Date.now()) {
    const now = new Date(at);
    const two = (number: number) => String(number).padStart(2, '0');
    return {
      date: now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate(),
      time: `${two(now.getHours())}:${two(now.getMinutes())}`,
    };
  },
  weekOn: (timetable, date) => weekByCount(timetable.document, date, shiftOf(timetable)),
  lessonsOn: (timetable, selection, date) => lessonsByCount(timetable, selection, date, shiftOf(timetable)),
  dayOn: (timetable, date) => dayByCount(timetable.document, date, shiftOf(timetable)),
  school: null,
};
