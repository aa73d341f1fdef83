// Reads students and who attends each lesson, for `--students`. A list of students in the lesson decides; otherwise its
// seminar group, which students choose with the subject; otherwise its groups, and all of a class without a group.

import { type Findings, quote } from '../finding.ts';
import { limits } from '../limits.ts';
import type { SchoolGroup, SchoolLesson, SchoolStudent } from '../school.ts';
import { type AscElement, type AscFile, listOf, placeOf, textOf } from './asc-file.ts';
import { type AscEntities, listEntities } from './read-entities.ts';

type Report = (rule: Parameters<Findings['add']>[0], message: string) => void;

export type AscStudents = {
  students: SchoolStudent[];
  choicesLeftOut: number;
  /** The students and the section of a lesson. After more references than any school has, nobody attends. */
  attend(element: AscElement, group: SchoolGroup, report: Report): Pick<SchoolGroup, 'students' | 'section'>;
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

  // Counts every name that is looked up, listed or not, so that a broken file cannot make the search endless.
  let references = 0;
  const known = (keys: readonly string[], report: Report) => {
    references += keys.length;
    return keys.filter((key) => {
      if (!choicesOf.has(key)) report('asc.student-unknown', `the student ${quote(key)} is not listed`);
      return choicesOf.has(key);
    });
  };
  const inClasses = (keys: Iterable<string>) => {
    const all = [...new Set(keys)].flatMap((key) => [...(ofClass.get(key) ?? [])]);
    references += all.length;
    return all;
  };

  function inSeminar(number: string, { subjects, classes }: SchoolGroup, report: Report): string[] {
    const all = [...(ofSeminar.get(`${subjects[0]} ${number}`) ?? [])];
    references += all.length;
    const named = new Set(classes);
    const attending = all.filter((key) => {
      const classKey = classOf.get(key);
      return named.size === 0 || classKey === undefined || named.has(classKey);
    });
    const others = all.length - attending.length;
    if (others > 0) report('asc.seminar-other-class', `${others} of its ${all.length} students are in other classes`);
    if (attending.length === 0) report('asc.seminar-empty', `the seminar group is ${quote(number)}`);
    return attending;
  }

  function inGroups(element: AscElement, { classes }: SchoolGroup, report: Report): string[] {
    const named = listOf(element, 'groupids').flatMap((id) => groups.get(id) ?? []);
    const listed = named.flatMap(({ studentIds }) => known(studentIds, report));
    const unlisted = named.filter(({ studentIds }) => studentIds.length === 0);
    for (const { name, isEntire, classKey } of unlisted)
      if (!isEntire && ofClass.has(classKey))
        report('asc.group-without-students', `the group ${quote(name ?? '')} lists no students`);
    const entire = unlisted.filter(({ isEntire }) => isEntire).map(({ classKey }) => classKey);
    const covered = new Set(named.map(({ classKey }) => classKey));
    const undivided = classes.filter((key) => !covered.has(key) && ofClass.has(key));
    if (undivided.length > 0)
      report(
        'asc.students-of-class',
        `all students attend of the classes ${undivided.map(quote).join(', ').slice(0, 200)}`,
      );
    return [...listed, ...inClasses([...entire, ...undivided])];
  }

  function attend(element: AscElement, group: SchoolGroup, report: Report): ReturnType<AscStudents['attend']> {
    if (references > limits.references) return { students: [] };
    const listed = listOf(element, 'studentids');
    const number = textOf(element, 'seminargroup');
    const find = () => {
      if (listed.length > 0) return known(listed, report);
      return number === '' ? inGroups(element, group, report) : inSeminar(number, group, report);
    };
    const attending = [...new Set(find())].toSorted();
    if (references > limits.references)
      report('school.too-large', `the lessons name more than ${limits.references} students, counting repetitions`);
    if (number === '' || group.subjects.length === 0) return { students: attending };
    const capacity = textOf(element, 'capacity');
    const seats = /^\d{1,6}$/.test(capacity) ? Number(capacity) : null;
    if (seats === null && capacity !== '' && capacity !== '*')
      report('asc.capacity-unreadable', `its capacity is ${quote(capacity)}`);
    return { students: attending, section: { number, capacity: seats } };
  }
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
