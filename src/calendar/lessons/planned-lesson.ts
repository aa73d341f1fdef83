// A lesson on a date as the timetable and the calendar have it, before anything of the day is changed.

import type { NamedEntity } from '../../contract/types.generated.ts';

export type PlannedLesson = {
  /** YYYYMMDD. */
  date: number;
  /** HH:MM. */
  startTime: string;
  /** HH:MM; one that is not after the start is on the next day, and 24:00 is midnight. */
  endTime: string;
  /** The same as moments: ISO 8601 with the offset of the school's time zone. */
  start: string;
  end: string;
  timetableId: string;
  /** Those of a double or longer period, in order. */
  unitLocalIds: string[];
  /** Of the first unit. */
  periodIndex: number;
  /** How many. */
  periods: number;
  subjects: NamedEntity[];
  teachers: NamedEntity[];
  classes: NamedEntity[];
  rooms: NamedEntity[];
};
