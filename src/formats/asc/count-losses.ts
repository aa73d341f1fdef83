// Counts the data in an aSc file that the specification has no field for.

import type { Loss } from '../school-reader.ts';
import { type AscElement, type AscFile, type AscName, textOf } from './asc-file.ts';
import type { AscStudents } from './read-students.ts';

const words: Readonly<Record<string, string>> = {
  grade: 'grades',
  classroomsupervision: 'supervisions of rooms and corridors',
};

/** @param students null where they are left out */
export function countLosses({ elements, others }: AscFile, students: AscStudents | null): Loss[] {
  const count = (kind: AscName, holds: (element: AscElement) => boolean) => elements[kind].filter(holds).length;
  const has =
    (...names: string[]) =>
    (element: AscElement) =>
      textOf(element, ...names) !== '';
  const entities = (['teacher', 'subject', 'class', 'classroom', 'student', 'lesson'] as const).map((kind) =>
    count(kind, has('partner_id')),
  );
  return [
    ...(students === null
      ? [
          { what: 'students', count: elements.student.length },
          { what: "students' choices of subjects", count: elements.studentsubject.length },
          {
            what: 'lists of students in groups and lessons',
            count: count('group', has('studentids')) + count('lesson', has('studentids')),
          },
          { what: 'seminar groups of lessons', count: count('lesson', has('seminargroup')) },
        ]
      : [
          { what: "students' choices of subjects", count: students.choicesLeftOut },
          {
            what: 'numbers, e-mail addresses and telephone numbers of students',
            count: count('student', has('number', 'email', 'mobile')),
          },
        ]),
    { what: 'e-mail addresses and telephone numbers of teachers', count: count('teacher', has('email', 'mobile')) },
    { what: 'home rooms of classes', count: count('class', has('classroomids', 'classroomid')) },
    { what: 'ids of a partner program', count: entities.reduce((sum, each) => sum + each, 0) },
    ...[...others].map(([name, found]) => ({ what: words[name] ?? `elements \`${name.slice(0, 40)}\``, count: found })),
  ];
}
