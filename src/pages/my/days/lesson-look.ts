// What the viewer shows of a lesson and a dated lesson does not say: the colour of its subject, the name of its group, and the
// breaks of its day.

import type { PlannedLesson } from '../../../calendar/lessons/planned-lesson.ts';
import type { Break, LessonUnit, PersonalTimetable } from '../../../contract/types.generated.ts';
import { makeColours } from '../../viewer/grid/colours-of.ts';

export type LessonLook = {
  colour: string | null;
  /** Null where the lesson is for everybody. */
  group: string | null;
  /** Of the day of the bell schedule, by start; a day with other bells has these all the same. */
  breaks: readonly Break[];
};

const none: LessonLook = { colour: null, group: null, breaks: [] };

export function createLooks(timetables: readonly PersonalTimetable[]): (lesson: PlannedLesson) => LessonLook {
  const looks = new Map(timetables.map((timetable) => [timetable.id, readLooks(timetable)]));
  return ({ timetableId, unitLocalIds: [first = ''] }) => looks.get(timetableId)?.get(first) ?? none;
}

function readLooks(timetable: PersonalTimetable): ReadonlyMap<string, LessonLook> {
  const colourOf = makeColours({ document: timetable });
  const breaksOn = new Map(
    timetable.bellSchedules.flatMap(({ dayConfigurations }) =>
      dayConfigurations.flatMap(({ dayIds, breaks }) => dayIds.map((id) => [id, breaks] as const)),
    ),
  );
  const lookOf = ({ subjectIds, groupName, dayId }: LessonUnit): LessonLook => ({
    colour: colourOf(subjectIds.map((localId) => ({ localId }))),
    group: groupName,
    breaks: breaksOn.get(dayId ?? '') ?? [],
  });
  return new Map(timetable.lessonUnits.map((unit) => [unit.localId, lookOf(unit)]));
}
