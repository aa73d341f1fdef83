// What takes place regularly, for files that count periods and have no times: the bells of a date, and which lesson is described.

import { type BellCycle, readBellCycle } from '../../calendar/bell-cycle.ts';
import { createSchoolYear } from '../../calendar/create-school-year.ts';
import { createLessonLister } from '../../calendar/lessons/list-lessons.ts';
import { versionsOn } from '../../calendar/lessons/versions-on.ts';
import { placeInCycle } from '../../calendar/place-in-cycle.ts';
import type { BellTime, Calendar, DayConfiguration, NamedEntity, Timetable } from '../../contract/types.generated.ts';
import type { DayPlan, LessonDescription, LessonInPlan, PlannedPeriod } from '../../formats/days/day-file.ts';

const lists = ['subjects', 'teachers', 'classes'] as const;

type Named = LessonInPlan & Record<(typeof lists)[number], readonly (readonly string[])[]>;

/** @param versions those of the dates that are asked for; drafts may be among them */
export function createDayPlan({ calendar, versions }: { calendar: Calendar; versions: readonly Timetable[] }): DayPlan {
  const year = createSchoolYear(calendar);
  const published = versions.filter(({ status }) => status === 'published');
  const cycles = new Map<Timetable, BellCycle>();
  const cycleOf = (version: Timetable) => {
    const cycle = cycles.get(version) ?? readBellCycle(version.bellSchedule, calendar);
    cycles.set(version, cycle);
    return cycle;
  };
  const lister = createLessonLister({ calendar, versions });
  const planned = new Map<number, ReadonlyMap<number, Named[]>>();
  const plannedOn = (date: number) => {
    const known = planned.get(date) ?? byPeriod(lister.list(date, date));
    planned.set(date, known);
    return known;
  };
  return {
    periodsOf(date) {
      const day = year.on(date);
      if (!day.isSchoolDay) return [];
      for (const version of versionsOn(published, date)) {
        const [first] = placeInCycle(year, cycleOf(version), version.effectiveFrom, day).days;
        const own = version.bellSchedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(first?.id ?? ''));
        if (own !== undefined) return periodsIn(own, day.periods);
      }
      return [];
    },
    lessonOf(date, described) {
      const found = (plannedOn(date).get(described.periodIndex) ?? []).filter((lesson) => isMeant(lesson, described));
      const [only, another] = found;
      return only === undefined || another !== undefined ? null : only;
    },
  };
}

/** @param other the times of a day with other bells, which has only these periods */
function periodsIn({ periods, breaks }: DayConfiguration, other: readonly BellTime[] | null): PlannedPeriod[] {
  const times = new Map(other?.map((time) => [time.periodIndex, time]));
  return periods.map(({ name, startTime, endTime }, index): PlannedPeriod => {
    const found = breaks.find(({ followsPeriodIndex }) => followsPeriodIndex === index - 1);
    if (other === null)
      return {
        ...{ name, startTime, endTime },
        breakBefore: found === undefined ? null : { startTime: found.startTime, endTime: found.endTime },
      };
    const time = times.get(index);
    // A period that does not take place has no time to be taken for another.
    return { name, startTime: time?.startTime ?? '', endTime: time?.endTime ?? '', breakBefore: null };
  });
}

type Lesson = { periodIndex: number; periods: number } & Record<(typeof lists)[number], readonly NamedEntity[]>;

/** The lessons of a date, each under all of its periods. */
function byPeriod(lessons: readonly Lesson[]): ReadonlyMap<number, Named[]> {
  const found = new Map<number, Named[]>();
  for (const { periodIndex, periods, subjects, teachers, classes } of lessons) {
    const all = Array.from({ length: periods }, (_, index) => periodIndex + index);
    const lesson: Named = {
      ...{ periods: all, subjects: subjects.map(namesOf) },
      ...{ teachers: teachers.map(namesOf), classes: classes.map(namesOf) },
    };
    for (const period of all) {
      const others = found.get(period);
      if (others === undefined) found.set(period, [lesson]);
      else others.push(lesson);
    }
  }
  return found;
}

const namesOf = ({ entityId, externalId, shortName, name }: NamedEntity): string[] =>
  [entityId, externalId, shortName, name].filter((each) => each !== null);

const isMeant = (lesson: Named, described: LessonDescription): boolean =>
  lists.every((list) => (described[list] ?? []).every((name) => lesson[list].some((names) => names.includes(name))));
