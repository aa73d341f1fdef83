// The days of one person: what takes place, whether there is school, and what day and time it is. A school with a calendar is
// asked in its own time zone. Without one every day of the week is a school day, weeks are counted from the week in which the
// version takes effect, and the clock is the reader's.

import { createSchoolYear, type SchoolDay } from '../../../calendar/create-school-year.ts';
import { createLessonLister } from '../../../calendar/lessons/list-lessons.ts';
import type { PlannedLesson } from '../../../calendar/lessons/planned-lesson.ts';
import { addDays } from '../../../calendar/time/day.ts';
import { dayAt, isTimeZone, timeAt } from '../../../calendar/time/zone.ts';
import type { LessonList } from '../../../client/days/difference-of.ts';
import type {
  Calendar,
  DayOfPerson,
  PersonalTimetable,
  PersonalTimetables,
  PersonKind,
} from '../../../contract/types.generated.ts';
import type { DifferentDays, MyLesson } from './different-day.ts';
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
  /** By start: what takes place, and what was planned and does not. */
  lessonsOn(date: number): MyLesson[];
  /** What the school says of a day on which something is different for the person. */
  saidOn(date: number): Pick<DayOfPerson, 'notes' | 'absent'> | null;
  /** What holds for the person: for the person's class, or else for everybody. */
  on(date: number): SchoolDay;
  /** Of a teacher or a room, whose classes may have different days. */
  scopesOn(date: number): Scoped[];
  /** The label of the day of the cycle that runs instead; null where none does. */
  insteadOn(date: number): string | null;
  /** Null where nothing is different on any day. */
  different: DifferentDays | null;
  /** What the viewer shows of a lesson as well: its colour there, its group, and the break before it. */
  lookOf(lesson: PlannedLesson): LessonLook;
};

/** In which list of a lesson the person is named; a student is not, but the class. */
const listOf: Record<PersonKind, LessonList> = {
  ...{ class: 'classes', student: 'classes', teacher: 'teachers', room: 'rooms' },
};

export function myDays(
  { calendar, timetables, kind, entity, days = [] }: PersonalTimetables,
  different: DifferentDays | null,
): MyDays {
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
  const ids = new Set([kind === 'student' ? (ownClass ?? []) : entity.entityId].flat());
  const dayOf = new Map(days.map((day) => [day.date, day]));
  const known = new Map<number, MyLesson[]>();
  const listOn = (date: number): MyLesson[] => {
    const day = dayOf.get(date);
    const lessons = day && different?.lessonsOfDay(day, listOf[kind], ids);
    return lessons ?? lister.list(date, date, { kind, entityId: entity.entityId });
  };
  const lessonsOn = (date: number): MyLesson[] => {
    const lessons = known.get(date) ?? listOn(date);
    known.set(date, lessons);
    return lessons;
  };

  return {
    kind,
    different,
    lookOf: createLooks(timetables),
    isDated: calendar !== null,
    weekStart: year.weekStart,
    now: (moment) => ({ date: dayAt(moment, zone), time: timeAt(moment, zone) }),
    lessonsOn,
    saidOn: (date) => dayOf.get(date) ?? null,
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
