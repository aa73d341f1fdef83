// Reads aSc Timetables XML: one file becomes one School. `read the elements -> calendar -> bells -> entities -> cards
// -> students -> lessons`. The format is the "aSc Timetables 2012 XML" export. Older exports with numbered days are read too.

import type { ReadOptions, ReadSchool, SchoolFile } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import type { SchoolEntity, SchoolLesson } from '../school/school.ts';
import { type AscFile, readAscFile } from './asc-file.ts';
import { countLosses } from './count-losses.ts';
import { readBells } from './read-bells.ts';
import { readCalendar } from './read-calendar.ts';
import { readCards } from './read-cards.ts';
import { permanentIdOf, readEntities } from './read-entities.ts';
import { readLessons } from './read-lessons.ts';
import { readStudents, reportUnattended } from './read-students.ts';

export function readAsc(files: readonly SchoolFile[], options: ReadOptions, findings: Findings): ReadSchool | null {
  const [source, second] = files;
  if (source === undefined || second !== undefined) {
    findings.add('file.several-schools', { file: second?.name ?? '' }, 'aSc exports a school as one file');
    return null;
  }
  const file = readAscFile(source, findings);
  if (file === null) return null;
  if (!hasCards(file, findings)) return null;
  if (file.elements.card.length === 10)
    findings.add('asc.ten-cards', { file: file.name }, `10 cards of ${file.elements.lesson.length} lessons`);
  const calendar = readCalendar(file, options, findings);
  if (calendar === null) return null;
  const bells = readBells(file, calendar, options, findings);
  const entities = readEntities(file, findings);
  const cards = bells && readCards(file, calendar, bells, entities.has.room, findings);
  if (bells === null || cards === null) return null;
  const { elements } = file;
  const hasStudents = elements.student.length > 0;
  if (hasStudents) findings.ask({ about: 'students', count: elements.student.length, chosen: options.students });
  if (options.students && !hasStudents)
    findings.add('asc.no-students', { file: file.name }, 'the file lists no students');
  const students = options.students && hasStudents ? readStudents(file, entities, findings) : null;
  const { lessons, missing, ofOtherTerms } = readLessons(file, calendar, entities, cards, students, findings);
  if (students !== null) reportUnattended(students.students, lessons, findings);
  return {
    school: {
      name: null,
      ...(calendar.termName !== undefined && { termName: calendar.termName }),
      days: calendar.days,
      weeks: calendar.weeks,
      bells: bells.bells,
      teachers: [...entities.teachers, ...unknown('teacher', missing.teacher, findings)],
      subjects: [...entities.subjects, ...unknown('subject', missing.subject, findings)],
      classes: entities.classes,
      rooms: entities.rooms,
      lessons,
      ...(students && { students: students.students }),
    },
    read: {
      teachers: elements.teacher.length,
      subjects: elements.subject.length,
      classes: elements.class.length,
      rooms: elements.classroom.length,
      lessons: elements.lesson.length,
      cards: elements.card.length,
      ...(students && { students: elements.student.length, choices: elements.studentsubject.length }),
    },
    losses: [
      { code: 'lessons-of-other-terms', what: 'lessons of other terms', count: ofOtherTerms, why: whyTerm },
      { code: 'cards-of-other-terms', what: 'cards of other terms', count: cards.ofOtherTerms, why: whyTerm },
      {
        code: 'cards-without-lesson',
        what: 'cards of lessons that the file does not list',
        count: cards.withoutLesson,
        why: 'nobody can know their subject',
      },
      ...countLosses(file, students),
    ],
  };
}

/** Exports for other programs have no cards, but a list of their own: that for Noor, of Saudi Arabia, has `TimeTableSchedules`. */
function hasCards({ name, elements, others }: AscFile, findings: Findings): boolean {
  const [placements] = [...others].filter(([other]) => /schedule/i.test(other));
  if (elements.card.length > 0 || (elements.lesson.length === 0 && placements === undefined)) return true;
  const message =
    placements === undefined
      ? `it has ${elements.lesson.length} lessons, and no cards`
      : `its lessons are placed by ${placements[1]} elements \`${placements[0].slice(0, 40)}\`, which are for another program`;
  findings.add('asc.no-cards', { file: name }, message);
  return false;
}

const whyTerm = '`--term` converts another term';

/** Adds the teachers and subjects that lessons name but the file does not list. */
function unknown(kind: string, missing: ReadonlyMap<string, SchoolLesson>, findings: Findings): SchoolEntity[] {
  return [...missing].map(([key, { place }]) => {
    findings.add('school.reference-unknown', place, `the ${kind} ${JSON.stringify(key.slice(0, 60))} is not listed`);
    return { key, permanentId: permanentIdOf(key) ?? key, shortName: '', name: '', color: null, place, missing: true };
  });
}
