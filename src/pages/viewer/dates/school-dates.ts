// Dates of a school that has a calendar: its clock, its lessons, and what to say about a day. Loaded when there is one.

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
import { say } from '../say.ts';
import type { Dates, SchoolDates } from './date-rule.ts';
import { dayNotes } from './day-notes.ts';
import { readerDates } from './reader-dates.ts';
import { specialDays } from './special-days.ts';
import { usualTime } from './usual-time.ts';

export function schoolDates(calendar: PublishedCalendar): Dates {
  const { now, on, nextSchoolDay } = calendarOf(calendar);
  const lessonsOn: Dates['lessonsOn'] = (timetable, selection, date) =>
    lessonsByCalendar(timetable, selection, date, calendar);
  const school: SchoolDates = {
    calendar,
    on,
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
    nextSchoolDay: (timetable, selection, date) => nextSchoolDay(date, classOf(timetable, selection)),
    notes: (timetable, selection, date) => dayNotes(timetable, selection, date, lessonsOn, school),
    special: (timetable, selection, date) =>
      specialDays(calendar, (day) => on(day, classOf(timetable, selection)), date, timetable.document.effectiveTo),
    usualTime: ({ document }, { date, time }) => usualTime(document, on(date), time),
  };
  return {
    // An old browser may not know the zone.
    now: isTimeZone(calendar.timeZone) ? now : readerDates.now,
    weekOn: ({ document }, date) => weekByCalendar(document, date, calendar),
    lessonsOn,
    dayOn: ({ document }, date) => dayByCalendar(document, date, calendar),
    school,
  };
}

/** The entityId of the class that decides for a selection; null where that is everybody. */
const classOf = (timetable: ResolvedTimetable, selection: GridSelection): string | null =>
  ownClasses(timetable, selection)[0]?.entityId ?? null;
