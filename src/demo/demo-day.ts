// A day of the demo school with everything that can be different on one: a substitute, another room, a cancelled lesson, a move, an exam,
// a supervision, notes, and a class that is away. It is the last school day of a week, and the same for as long as the week lasts.

import { createSchoolYear } from '../calendar/create-school-year.ts';
import { createLessonLister } from '../calendar/lessons/list-lessons.ts';
import type { PlannedLesson } from '../calendar/lessons/planned-lesson.ts';
import { addDays, daysFrom, mondayOf } from '../calendar/time/day.ts';
import type { DayChange, DayChanges } from '../contract/types.generated.ts';
import type { DemoSchool } from './demo-school.ts';

/** Those whose lessons are changed, in this order. */
const classes = ['class-7A', 'class-7B', 'class-7C'];

/** @param today any day of the week. @returns null where the week has no school */
export function demoDay(
  { calendar, documents }: Pick<DemoSchool, 'calendar' | 'documents'>,
  today: number,
): Required<DayChanges> | null {
  const monday = mondayOf(today);
  const year = createSchoolYear(calendar);
  const date = daysFrom(monday, addDays(monday, 4)).findLast((day) => year.on(day).isSchoolDay);
  if (date === undefined) return null;
  const versions = documents.flatMap(({ document, autosave }) => (autosave ? [] : [document]));
  const lessons = createLessonLister({ calendar, versions }).list(date, date);
  const [first, second, third, fourth] = classes.flatMap((entityId) => ordinary(lessons, entityId));
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  const [main] = versions.filter(({ id }) => id.startsWith('main-'));
  const free = <Entity extends { entityId: string }>(
    all: readonly Entity[],
    list: 'teachers' | 'rooms',
    at: PlannedLesson,
  ) =>
    all.find(({ entityId }) => !lessons.some((each) => overlap(each, at) && hasOne(each[list], entityId)))?.entityId ??
    '';
  const changes: DayChange[] = [
    {
      ...{ ref: 'substitute', date, lesson: described(first) },
      ...{ teachers: [free(main?.teachers ?? [], 'teachers', first)], text: 'Work sheet on the desk' },
    },
    { ref: 'room', date, lesson: described(second), rooms: [free(main?.rooms ?? [], 'rooms', second)] },
    { ref: 'cancelled', date, lesson: described(third), cancelled: true, text: 'Independent study in the library' },
    { ref: 'moved', date, lesson: described(fourth), moveTo: { date, startTime: '15:00', endTime: '15:45' } },
    {
      ...{ ref: 'exam', date },
      added: {
        ...{ kind: 'exam', startTime: '15:00', endTime: '16:30', subjects: ['subject-mat'], classes: ['class-8A'] },
        ...{ teachers: ['teacher-05'], rooms: ['room-aula'] },
      },
    },
    {
      ...{ ref: 'supervision', date },
      added: {
        ...{ kind: 'supervision', startTime: '07:50', endTime: '08:20', subjects: [], classes: [] },
        ...{ teachers: ['teacher-06'], rooms: ['Schoolyard'] },
      },
    },
  ];
  return {
    ...{ from: date, to: date, changes },
    notes: [
      { date, text: 'Bus 12 does not run today', classes: null },
      { date, text: 'Bring your swimming things', classes: ['class-7A'] },
    ],
    absent: [{ date, kind: 'class', entity: 'class-9B' }],
  };
}

/** The lessons of one class by one teacher in a room, one at each time. */
function ordinary(lessons: readonly PlannedLesson[], entityId: string): PlannedLesson[] {
  const own = lessons.filter(
    ({ classes: those, teachers, rooms }) =>
      hasOne(those, entityId) && those.length === 1 && teachers.length === 1 && rooms.length > 0,
  );
  return own.filter((lesson) => !own.some((other) => other !== lesson && overlap(other, lesson)));
}

const described = ({ periodIndex, subjects, teachers, classes: those }: PlannedLesson) => ({
  ...{ periodIndex, wholeLesson: true },
  subjects: subjects.map(({ entityId }) => entityId),
  teachers: teachers.map(({ entityId }) => entityId),
  classes: those.map(({ entityId }) => entityId),
});

const hasOne = (those: readonly { entityId: string }[], entityId: string): boolean =>
  those.some((each) => each.entityId === entityId);

const overlap = (one: PlannedLesson, other: PlannedLesson): boolean =>
  one.startTime < other.endTime && other.startTime < one.endTime;
