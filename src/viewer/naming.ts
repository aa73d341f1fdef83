// Chooses short or long names for entities where space is scarce. A short name helps only if it is unique: an import
// may produce thirteen classes called S1.

import type { Class, ResolvedTimetable } from '../client/belfry-client.ts';
import { classOfGroups, familiesOf } from './class-families.ts';

export type Naming = {
  /** The short name if it is unique among its kind, else the name. */
  short(item: { localId: string; name: string }): string;
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
  for (const list of [document.classes, document.teachers, document.rooms, document.subjects]) {
    const count = new Map<string, number>();
    for (const { shortName } of list) count.set(shortName, (count.get(shortName) ?? 0) + 1);
    for (const { localId, shortName } of list)
      if (shortName.trim() !== '' && count.get(shortName) === 1) shortNames.set(localId, shortName);
  }
  const families = familiesOf(classes.all);
  const merged = families.filter(({ parts }) => parts.length > 1);
  const classOf = classOfGroups(timetable, families);
  return {
    short: ({ localId, name }) => shortNames.get(localId) ?? name,
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
