// Dates of a school that has a calendar: its clock, its lessons, and what to say about a day. Loaded when there is one.

import { addDays } from '../../../calendar/time/day.ts';
import { isTimeZone } from '../../../calendar/time/zone.ts';
import type { GridSelection, PublishedCalendar, ResolvedTimetable } from '../../../client/belfry-client.ts';
import {
  dayByCalendar,
  lessonsByCalendar,
  placeByCalendar,
  weekByCalendar,
} from '../../../client/dates/by-calendar.ts';
import { calendarOf } from '../../../client/dates/calendar-of.ts';
import { ownClasses } from '../../../client/find-units.ts';
import { nameOf } from '../../ui/element.ts';
import { phrase } from '../../ui/phrase.ts';
import { markDifference } from '../day-changes/mark-difference.ts';
import { schoolChanges } from '../day-changes/school-changes.ts';
import { weekNotes } from '../day-changes/week-notes.ts';
import { say } from '../say.ts';
import type { Dates, SchoolDates } from './date-rule.ts';
import { dayNotes } from './day-notes.ts';
import { readerDates } from './reader-dates.ts';
import { specialDays } from './special-days.ts';
import { usualTime } from './usual-time.ts';
import { weekOfDates } from './week-of-dates.ts';
import { weekHref, weekSteps } from './week-steps.ts';

export function schoolDates(calendar: PublishedCalendar): Dates {
  const { now: atSchool, on, nextSchoolDay } = calendarOf(calendar);
  // An old browser may not know the zone.
  const now = isTimeZone(calendar.timeZone) ? atSchool : readerDates.now;
  const weekOn: Dates['weekOn'] = ({ document }, date) => weekByCalendar(document, date, calendar);
  const { weekStartsOn } = calendar;
  const changes = schoolChanges(() => now().date, weekStartsOn);
  const lessonsOn: Dates['lessonsOn'] = (timetable, selection, date) =>
    lessonsByCalendar(timetable, selection, date, calendar, changes.answerOn(timetable, selection, date));
  const nextOf = (timetable: ResolvedTimetable, selection: GridSelection, date: number) =>
    nextSchoolDay(date, classOf(timetable, selection));
  const school: SchoolDates = {
    calendar,
    on,
    readFor(read, timetable, selection, date) {
      const today = now().date;
      const next = nextOf(timetable, selection, today);
      return changes.readFor(read, timetable, selection, [today, date ?? today, ...(next === null ? [] : [next])]);
    },
    readWeeks: changes.readWeeks,
    readDays: changes.readDays,
    dayOf: changes.dayOf,
    mark: markDifference,
    week(timetable, selection, date, links) {
      const hrefOf = (day: number) =>
        links === undefined ? null : weekHref(timetable.document, links, day, now().date, weekStartsOn);
      const dated = weekOfDates(timetable, selection, date, hrefOf, { lessonsOn, weekOn, school });
      const notes = (but?: number) => {
        const days = Array.from({ length: 7 }, (_, index) => addDays(dated.first, index)).filter((day) => day !== but);
        const known = days.flatMap((day) => {
          const content = changes.contentOn(timetable, selection, day);
          return content === null ? [] : [{ date: day, content }];
        });
        return weekNotes(
          known,
          days.some((day) => changes.isUnreadOn(timetable, selection, day)),
        );
      };
      return { ...dated, notes };
    },
    steps: ({ document }, dated, links) => weekSteps(document, dated, links, now().date, weekStartsOn),
    reason(timetable, selection, date) {
      const { isSchoolDay, why, name, like, periods } = on(date, classOf(timetable, selection));
      const day = lessonsOn(timetable, selection, date);
      const named = nameOf(name ?? '');
      if (!isSchoolDay) {
        // Some of a teacher's classes may have school while most have not.
        if (day !== null || why === 'weekday') return null;
        return why === 'outside terms' ? [say('noTerm')] : phrase('noSchool', { name: named });
      }
      if (like !== null && day !== null) return phrase('runs', { name: named, day: nameOf(day.label) });
      return periods === null ? null : phrase('bells', { name: named });
    },
    cycleDay({ document }, date) {
      const day = placeByCalendar(document, date, calendar)?.dayInCycle ?? null;
      return day === null ? null : { day, days: document.bellSchedule.days.length };
    },
    nextSchoolDay: nextOf,
    notes: (timetable, selection, date) =>
      dayNotes(timetable, selection, date, { lessonsOn, school, contentOn: changes.contentOn }),
    special: (timetable, selection, date) =>
      specialDays(calendar, (day) => on(day, classOf(timetable, selection)), date, timetable.document.effectiveTo),
    usualTime: ({ document }, { date, time }) => usualTime(document, on(date), time),
  };
  return {
    now,
    weekOn,
    lessonsOn,
    dayOn: ({ document }, date) => dayByCalendar(document, date, calendar),
    school,
  };
}

/** The entityId of the class that decides for a selection; null where that is everybody. */
const classOf = (timetable: ResolvedTimetable, selection: GridSelection): string | null =>
  ownClasses(timetable, selection)[0]?.entityId ?? null;
