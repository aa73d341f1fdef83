// Finds which classes are groups of others. The API does not distinguish a class from its groups or a year. Names show
// which of them belong together, and the timetable shows which of those is the class.

import type { Class, ResolvedTimetable } from '../../../client/belfry-client.ts';

/** `parts` belong to `parent` by their names: groups of a class, or classes of a year. */
export type Family = { parent: Class; parts: Class[] };

/** Smallest families first, so that groups become classes before classes become a year. */
export function familiesOf(classes: readonly Class[]): Family[] {
  const byName = new Map(classes.map((each) => [each.name, each]));
  const partsOf = new Map<Class, Class[]>();
  for (const each of classes) {
    const parent = parentOf(each, byName);
    if (parent !== null) partsOf.set(parent, [...(partsOf.get(parent) ?? []), each]);
  }
  return [...partsOf]
    .map(([parent, parts]) => ({ parent, parts }))
    .sort((one, other) => other.parent.name.length - one.parent.name.length);
}

/** 1AGp1 belongs to 1A if there is such a class. */
function parentOf({ name }: Class, byName: ReadonlyMap<string, Class>): Class | null {
  for (let end = name.length - 1; end > 0; end--) {
    const parent = byName.get(name.slice(0, end));
    if (parent !== undefined && isBoundary(name, end)) return parent;
  }
  return null;
}

/** Whether a name may be cut here: not within a number or a word. */
const isBoundary = (name: string, end: number): boolean => !/^\d\d$|^\p{L}\p{Ll}$/u.test(name.slice(end - 1, end + 1));

/** Maps each group to its class: the largest one that it belongs to and that is not a year. */
export function classOfGroups(timetable: ResolvedTimetable, families: readonly Family[]): Map<Class, Class> {
  const isClass = classTest(timetable);
  const classOf = new Map<Class, Class>();
  const parentOf = new Map(families.flatMap(({ parent, parts }) => parts.map((part) => [part, parent] as const)));
  const classes = new Set(families.filter(isClass).map(({ parent }) => parent));
  for (const group of parentOf.keys())
    for (let each = parentOf.get(group); each !== undefined; each = parentOf.get(each))
      if (classes.has(each)) classOf.set(group, each);
  return classOf;
}

/**
 * Distinguishes a class with its groups from a year with its classes. Class teachers and students belong to classes. A class
 * usually has more lessons than each of its groups, and a year fewer than its classes. If neither decides, a name that
 * ends in a number is a year: 7 of 7A.
 */
function classTest(timetable: ResolvedTimetable): (family: Family) => boolean {
  const withStudents = new Set(timetable.students.all.map(({ classId }) => classId));
  const lessons = new Map<string, number>();
  for (const { classIds } of timetable.document.lessonUnits)
    for (const id of classIds) lessons.set(id, (lessons.get(id) ?? 0) + 1);
  const lessonsOf = ({ localId }: Class) => lessons.get(localId) ?? 0;
  const isHome = ({ localId, classTeacherId }: Class) => classTeacherId !== null || withStudents.has(localId);
  return ({ parent, parts }) => {
    if (parts.some(isHome)) return false;
    if (isHome(parent) || parts.every((part) => lessonsOf(part) < lessonsOf(parent))) return true;
    return !/\d$/.test(parent.name);
  };
}
