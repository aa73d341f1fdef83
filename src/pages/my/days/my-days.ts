// The days of one person: what takes place, whether there is school, and what day and time it is. A school with a calendar is
// asked in its own time zone. Without one every day of the week is a school day, weeks are counted from the week in which the
// version takes effect, and the clock is the reader's.

import { createSchoolYear, type SchoolDay } from '../../../calendar/create-school-year.ts';
import { createLessonLister } from '../../../calendar/lessons/list-lessons.ts';
import { addDays } from '../../../calendar/time/day.ts';
import { dayAt, isTimeZone, timeAt } from '../../../calendar/time/zone.ts';
import type {
  Calendar,
  DatedLesson,
  PersonalTimetable,
  PersonalTimetables,
  PersonKind,
} from '../../../contract/types.generated.ts';
import { createLooks, type LessonLook } from './lesson-look.ts';

/** What holds for some classes only on a day. */
type Scoped = { day: SchoolDay; classes: string[] };

export type MyDays = {
  kind: PersonKind;
  /** Whether the school has a calendar. */
  isDated: boolean;
  /** The first day of the school's week; 1 is Monday. */
  weekStart: number;
  now(moment: number): { date: number; time: string };
  /** By start. */
  lessonsOn(date: number): DatedLesson[];
  /** What holds for the person: for the person's class, or else for everybody. */
  on(date: number): SchoolDay;
  /** Of a teacher or a room, whose classes may have different days. */
  scopesOn(date: number): Scoped[];
  /** The label of the day of the cycle that runs instead; null where none does. */
  insteadOn(date: number): string | null;
  /** What the viewer shows of a lesson as well: its colour there, its group, and the break before it. */
  lookOf(lesson: DatedLesson): LessonLook;
};

export function myDays({ calendar, timetables, kind, entity }: PersonalTimetables): MyDays {
  const reader = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const readersZone = isTimeZone(reader) ? reader : 'UTC';
  const used: Calendar = calendar ?? {
    ...{ timeZone: readersZone, schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' },
    ...{ terms: [], closures: [], anchors: [], exceptions: [] },
  };
  // An old browser may not know a zone that is new.
  const zone = isTimeZone(used.timeZone) ? used.timeZone : readersZone;
  const year = createSchoolYear({ ...used, timeZone: zone });
  const lister = createLessonLister({ calendar: year.calendar, versions: timetables });
  const ownClass = kind === 'class' ? entity.entityId : kind === 'student' ? classOf(timetables) : null;
  const classNames = new Map(
    timetables.flatMap(({ classes }) => classes.map(({ entityId, name }) => [entityId, name] as const)),
  );
  const known = new Map<number, DatedLesson[]>();
  const lessonsOn = (date: number): DatedLesson[] => {
    const lessons = known.get(date) ?? lister.list(date, date, { kind, entityId: entity.entityId });
    known.set(date, lessons);
    return lessons;
  };

  return {
    kind,
    lookOf: createLooks(timetables),
    isDated: calendar !== null,
    weekStart: year.weekStart,
    now: (moment) => ({ date: dayAt(moment, zone), time: timeAt(moment, zone) }),
    lessonsOn,
    on: (date) => year.on(date, ownClass),
    scopesOn: (date) =>
      ownClass !== null
        ? []
        : year.scopesOn(date).flatMap(({ classEntityIds, day }) => {
            const classes = classEntityIds.flatMap((id) => classNames.get(id) ?? []);
            return classes.length === 0 ? [] : [{ day, classes }];
          }),
    insteadOn(date) {
      const { like } = year.on(date, ownClass);
      if (like === null) return null;
      const [timetable] = timetables;
      const days = timetable?.bellSchedule.days ?? [];
      const day =
        'day' in like
          ? days[(like.day ?? 0) - 1]
          : days.find(
              ({ dayOfWeek, weekInCycle }) =>
                dayOfWeek === like.dayOfWeek &&
                (like.week === undefined || weekInCycle === null || weekInCycle === like.week),
            );
      return day?.label ?? null;
    },
  };
}

/** The entityId of a student's class, of the newest timetable that names one. */
function classOf(timetables: readonly PersonalTimetable[]): string | null {
  for (const { students = [], classes } of timetables) {
    const own = classes.find(({ localId }) => localId === students[0]?.classId);
    if (own !== undefined) return own.entityId;
  }
  return null;
}

/** More than any holiday. */
const daysAhead = 120;

/** The first day from `date` on with lessons; null when there is none in sight. */
export function nextDayWithLessons({ lessonsOn }: MyDays, date: number): number | null {
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const day = addDays(date, ahead);
    if (lessonsOn(day).length > 0) return day;
  }
  return null;
}
