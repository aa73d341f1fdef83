// Counts the data in an aSc file that is left out.

import type { Loss } from '../reading/school-reader.ts';
import { type AscElement, type AscFile, type AscName, textOf } from './asc-file.ts';
import type { AscStudents } from './read-students.ts';

/** Elements that the specification has no field for. */
const words: Readonly<Record<string, Pick<Loss, 'code' | 'what'>>> = {
  grade: { code: 'grades', what: 'grades' },
  classroomsupervision: { code: 'supervisions', what: 'supervisions of rooms and corridors' },
};

const whyStudents = '`--students` includes them';

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
  const ofStudents: Loss[] =
    students === null
      ? [
          { code: 'students', what: 'students', count: elements.student.length, why: whyStudents },
          {
            code: 'student-choices',
            what: "students' choices of subjects",
            count: elements.studentsubject.length,
            why: whyStudents,
          },
          {
            code: 'student-lists',
            what: 'lists of students in groups and lessons',
            count: count('group', has('studentids')) + count('lesson', has('studentids')),
            why: whyStudents,
          },
          {
            code: 'seminar-groups',
            what: 'seminar groups of lessons',
            count: count('lesson', has('seminargroup')),
            why: whyStudents,
          },
        ]
      : [
          {
            code: 'choices-with-findings',
            what: "students' choices of subjects",
            count: students.choicesLeftOut,
            why: 'the findings say what is wrong',
          },
          {
            code: 'student-contacts',
            what: 'numbers, e-mail addresses and telephone numbers of students',
            count: count('student', has('number', 'email', 'mobile')),
          },
        ];
  return [
    ...ofStudents,
    {
      code: 'teacher-contacts',
      what: 'e-mail addresses and telephone numbers of teachers',
      count: count('teacher', has('email', 'mobile')),
    },
    { code: 'home-rooms', what: 'home rooms of classes', count: count('class', has('classroomids', 'classroomid')) },
    { code: 'partner-ids', what: 'ids of a partner program', count: entities.reduce((sum, each) => sum + each, 0) },
    ...[...others].map(([name, count]): Loss => {
      const known = words[name];
      if (known !== undefined) return { ...known, count };
      const values = { name: name.slice(0, 40) };
      return {
        code: 'unknown-elements',
        values,
        what: `elements \`${name.slice(0, 40)}\``,
        count,
        why: 'Belfry does not know them',
      };
    }),
  ];
}
