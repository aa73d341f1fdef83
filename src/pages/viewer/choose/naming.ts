// Chooses short or long names for entities where space is scarce. A short name helps only if it is unique: an import
// may produce thirteen classes called S1.

import type { Class, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { classOfGroups, familiesOf } from './class-families.ts';

export type Naming = {
  /** The short name if it is unique among its kind, else the name. */
  short(item: { localId: string; name: string }): string;
  /** The name, with the short name where several of its kind have that name, such as ten rooms called Classroom. */
  distinct(item: { localId: string; name: string }): string;
  /** Merges classes: a class replaces all its groups, and a year replaces all its classes. */
  gather(classes: readonly Class[]): Class[];
  /** The class that this one is a group of, or null. */
  classOf(group: Class): Class | null;
};

/** Made once for each timetable, since every grid of it needs the same. */
const made = new WeakMap<ResolvedTimetable, Naming>();

export function namingOf(timetable: ResolvedTimetable): Naming {
  const naming = made.get(timetable) ?? makeNaming(timetable);
  made.set(timetable, naming);
  return naming;
}

function makeNaming(timetable: ResolvedTimetable): Naming {
  const { document, classes } = timetable;
  const shortNames = new Map<string, string>();
  const names = new Set<string>();
  for (const list of [document.classes, document.teachers, document.rooms, document.subjects]) {
    const isUniqueShort = uniqueTest(list.map(({ shortName }) => shortName));
    const isUniqueName = uniqueTest(list.map(({ name }) => name));
    for (const { localId, name, shortName } of list) {
      if (shortName.trim() !== '' && isUniqueShort(shortName)) shortNames.set(localId, shortName);
      if (isUniqueName(name)) names.add(localId);
    }
  }
  const families = familiesOf(classes.all);
  const merged = families.filter(({ parts }) => parts.length > 1);
  const classOf = classOfGroups(timetable, families);
  return {
    short: ({ localId, name }) => shortNames.get(localId) ?? name,
    distinct({ localId, name }) {
      const shortName = names.has(localId) ? undefined : shortNames.get(localId);
      return shortName === undefined ? name : `${name} (${shortName})`;
    },
    gather(items) {
      let gathered = [...items];
      for (const { parent, parts } of merged) {
        if (!parts.every((part) => gathered.includes(part))) continue;
        const at = gathered.findIndex((each) => parts.includes(each));
        gathered.splice(at, 0, parent);
        gathered = gathered.filter((each, index) => !parts.includes(each) && gathered.indexOf(each) === index);
      }
      return gathered;
    },
    classOf: (group) => classOf.get(group) ?? null,
  };
}

/** Which of the texts occur once. */
export function uniqueTest(texts: readonly string[]): (text: string) => boolean {
  const count = new Map<string, number>();
  for (const text of texts) count.set(text, (count.get(text) ?? 0) + 1);
  return (text) => count.get(text) === 1;
}
