// Reads students and the subjects that they choose, for `--students`.

import { type Findings, quote } from '../report/finding.ts';
import type { SchoolLesson, SchoolStudent } from '../school/school.ts';
import { type AscFile, listOf, placeOf, textOf } from './asc-file.ts';
import { type Attend, createAttendance } from './create-attendance.ts';
import { type AscEntities, listEntities } from './read-entities.ts';

export type AscStudents = {
  students: SchoolStudent[];
  choicesLeftOut: number;
  attend: Attend;
};

export function readStudents(file: AscFile, { groups, has }: AscEntities, findings: Findings): AscStudents {
  const choicesOf = new Map<string, Set<string>>();
  const ofClass = new Map<string, Set<string>>();
  const classOf = new Map<string, string>();
  const students = listEntities(file, 'student', findings).map(({ entity, element }): SchoolStudent => {
    const { key, place } = entity;
    const classKey = textOf(element, 'classid');
    const isKnown = has.class.has(classKey);
    if (isKnown) addTo(ofClass, classKey, key);
    if (isKnown) classOf.set(key, classKey);
    else if (classKey !== '')
      findings.add('asc.student-class-unknown', place, `the class ${quote(classKey)} is not listed`);
    choicesOf.set(key, new Set());
    const name = entity.name || [textOf(element, 'firstname'), textOf(element, 'lastname')].join(' ').trim();
    return { ...entity, name, class: isKnown ? classKey : null, choices: [] };
  });

  const ofSeminar = new Map<string, Set<string>>();
  let choicesLeftOut = 0;
  for (const element of file.elements.studentsubject) {
    const place = placeOf(file, 'studentsubject', element);
    const [key, subject] = [textOf(element, 'studentid'), textOf(element, 'subjectid')];
    const choices = choicesOf.get(key);
    const numbers = listOf(element, 'seminargroup');
    if (choices !== undefined && has.subject.has(subject) && (numbers.length > 0 || !textOf(element, 'alternatefor'))) {
      choices.add(subject);
      for (const number of numbers) addTo(ofSeminar, `${subject} ${number}`, key);
      continue;
    }
    choicesLeftOut++;
    if (choices === undefined) findings.add('asc.student-unknown', place, `the student ${quote(key)} is not listed`);
    else if (!has.subject.has(subject))
      findings.add('asc.choice-subject-unknown', place, `the subject ${quote(subject)} is not listed`);
    else findings.add('asc.choice-alternate', place, `the subject is ${quote(subject)}`);
  }
  for (const student of students) student.choices = [...(choicesOf.get(student.key) ?? [])];

  const listed = new Set(choicesOf.keys());
  const attend = createAttendance({ listed, classOf, ofClass, ofSeminar }, groups);
  return { students, choicesLeftOut, attend };
}

/** Reports the choices of students who attend no lesson of the subject. */
export function reportUnattended(
  students: readonly SchoolStudent[],
  lessons: readonly SchoolLesson[],
  findings: Findings,
) {
  const attending = new Map<string, Set<string>>();
  // An aSc lesson has one subject.
  for (const { groups } of lessons)
    for (const { subjects, students: keys = [] } of groups)
      for (const key of keys) addTo(attending, subjects[0] ?? '', key);
  for (const { key, place, choices } of students)
    for (const subject of choices)
      if (!attending.get(subject)?.has(key))
        findings.add('asc.choice-unattended', place, `the student is in no lesson of the subject ${quote(subject)}`);
}

function addTo(sets: Map<string, Set<string>>, key: string, member: string) {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([member]));
  else set.add(member);
}
