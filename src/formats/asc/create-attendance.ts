// Finds who attends each lesson. A list of students in the lesson decides; otherwise its seminar group, which students choose
// with the subject; otherwise its groups, and all of a class without a group.

import { limits } from '../reading/limits.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { SchoolGroup } from '../school/school.ts';
import { type AscElement, listOf, textOf } from './asc-file.ts';
import type { AscGroup } from './read-entities.ts';

/** Students by key. */
export type Enrolment = {
  /** All students of the file. */
  listed: ReadonlySet<string>;
  classOf: ReadonlyMap<string, string>;
  ofClass: ReadonlyMap<string, ReadonlySet<string>>;
  /** By `subject number`. */
  ofSeminar: ReadonlyMap<string, ReadonlySet<string>>;
};

type Report = (rule: Parameters<Findings['add']>[0], message: string) => void;

/** The students and the section of a lesson. After more references than any school has, nobody attends. */
export type Attend = (
  element: AscElement,
  group: SchoolGroup,
  report: Report,
) => Pick<SchoolGroup, 'students' | 'section'>;

/** @param groups by id */
export function createAttendance(
  { listed, classOf, ofClass, ofSeminar }: Enrolment,
  groups: ReadonlyMap<string, AscGroup>,
): Attend {
  // Counts every name that is looked up, listed or not, so that a broken file cannot make the search endless.
  let references = 0;
  const known = (keys: readonly string[], report: Report) => {
    references += keys.length;
    return keys.filter((key) => {
      if (!listed.has(key)) report('asc.student-unknown', `the student ${quote(key)} is not listed`);
      return listed.has(key);
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
    const inNamed = named.flatMap(({ studentIds }) => known(studentIds, report));
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
    return [...inNamed, ...inClasses([...entire, ...undivided])];
  }

  return (element, group, report) => {
    if (references > limits.references) return { students: [] };
    const named = listOf(element, 'studentids');
    const number = textOf(element, 'seminargroup');
    const find = () => {
      if (named.length > 0) return known(named, report);
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
  };
}
