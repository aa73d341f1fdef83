// A student-level file of the size of a real school: 1,200 students, 1,344 lessons and 6,720 cards.

import { expect, test } from 'vitest';
import { ascCard, ascLesson, smallAsc } from './asc-xml.ts';
import { convertAsc } from './convert-asc.ts';

const [classes, lessonsEach, seminarsEach, days] = [48, 28, 8, 5];
const count = (length: number): number[] => Array.from({ length }, (_, index) => index);
const bit = (day: number): string =>
  count(days)
    .map((each) => (each === day ? '1' : '0'))
    .join('');
const numberOf = (schoolClass: number): string => String(1 + (schoolClass % 4));
const isSeminar = (subject: number): boolean => subject >= lessonsEach - seminarsEach;

const student = count(1200).map((each) => ({ id: `U${each}`, name: `Student ${each}`, classid: `C${each % classes}` }));
const taught = count(classes).flatMap((of) => count(lessonsEach).map((subject) => ({ of, subject })));
const school = {
  ...smallAsc(),
  group: [],
  period: count(9).map((each) => ({ period: `${each + 1}`, starttime: `${8 + each}:00`, endtime: `${8 + each}:45` })),
  daysdef: count(days).map((day) => ({ id: `D${day}`, name: `Day ${day}`, days: bit(day) })),
  class: count(classes).map((each) => ({ id: `C${each}`, name: `C${each}` })),
  subject: count(lessonsEach).map((each) => ({ id: `S${each}`, name: `S${each}` })),
  student,
  studentsubject: student.flatMap(({ id }, each) =>
    count(lessonsEach)
      .filter(isSeminar)
      .map((subject) => ({ studentid: id, subjectid: `S${subject}`, seminargroup: numberOf(each % classes) })),
  ),
  lesson: taught.map(({ of, subject }) => ({
    ...ascLesson({ id: `L${of}-${subject}`, classids: `C${of}`, subjectid: `S${subject}`, groupids: '' }),
    periodsperweek: `${days}`,
    seminargroup: isSeminar(subject) ? numberOf(of) : '',
  })),
  card: taught.flatMap(({ of, subject }) =>
    count(days).map((day) =>
      ascCard({ lessonid: `L${of}-${subject}`, days: bit(day), period: `${1 + (subject % 9)}` }),
    ),
  ),
};

test('every student is in exactly the units of their class and seminar groups', () => {
  const { document, report } = convertAsc(school, { students: true });
  if (document === null) throw new Error('it was refused');
  expect(report.made).toMatchObject({ students: 1200, courses: seminarsEach, sections: classes * seminarsEach });
  expect(report.made).toMatchObject({ subjects: lessonsEach - seminarsEach, unitsPlaced: 6720, unitsUnplaced: 0 });
  const classOf = new Map(document.students?.map(({ localId, classId }) => [localId, classId]));
  const attended = new Map<string, number>();
  for (const { studentIds, classIds } of document.lessonUnits)
    for (const id of studentIds)
      if (classIds.includes(classOf.get(id) ?? '')) attended.set(id, (attended.get(id) ?? 0) + 1);
  expect(new Set(attended.values())).toEqual(new Set([lessonsEach * days]));
  expect(attended.size).toBe(1200);
  const named = document.lessonUnits.reduce((sum, { studentIds }) => sum + studentIds.length, 0);
  expect(named).toBe(1200 * lessonsEach * days);
});
