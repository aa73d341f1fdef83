// Chooses short or long names for entities where space is scarce. A short name helps only if it is unique: an import
// may produce thirteen classes called S1.

import type { Class, ResolvedTimetable } from '../client/belfry-client.ts';

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

function makeNaming({ document, classes }: ResolvedTimetable): Naming {
  const shortNames = new Map<string, string>();
  for (const list of [document.classes, document.teachers, document.rooms, document.subjects]) {
    const count = new Map<string, number>();
    for (const { shortName } of list) count.set(shortName, (count.get(shortName) ?? 0) + 1);
    for (const { localId, shortName } of list)
      if (shortName.trim() !== '' && count.get(shortName) === 1) shortNames.set(localId, shortName);
  }
  const parents = parentsOf(classes.all);
  const families = familiesOf(parents);
  return {
    short: ({ localId, name }) => shortNames.get(localId) ?? name,
    gather(items) {
      let gathered = [...items];
      for (const { parent, parts } of families) {
        if (!parts.every((part) => gathered.includes(part))) continue;
        const at = gathered.findIndex((each) => parts.includes(each));
        gathered.splice(at, 0, parent);
        gathered = gathered.filter((each, index) => !parts.includes(each) && gathered.indexOf(each) === index);
      }
      return gathered;
    },
    classOf(group) {
      let found: Class | null = null;
      // A name that ends in a number is that of a year or a group, not of a class: 7 of 7A, 1AGp1 of 1AGp1x.
      for (let each = parents.get(group); each !== undefined; each = parents.get(each))
        if (!/\d$/.test(each.name)) found = each;
      return found;
    },
  };
}

/**
 * The API does not distinguish classes from their groups, but names do: 1AGp1 and 1AGp2 belong to 1A if that class
 * exists.
 */
function parentsOf(classes: readonly Class[]): Map<Class, Class> {
  const byName = new Map(classes.map((each) => [each.name, each]));
  const parents = new Map<Class, Class>();
  for (const each of classes) {
    for (let end = each.name.length - 1; end > 0; end--) {
      const parent = byName.get(each.name.slice(0, end));
      if (parent === undefined || !isBoundary(each.name, end)) continue;
      parents.set(each, parent);
      break;
    }
  }
  return parents;
}

/** Smallest families first, so that groups become classes before classes become a year. */
function familiesOf(parents: ReadonlyMap<Class, Class>): { parent: Class; parts: Class[] }[] {
  const parts = new Map<Class, Class[]>();
  for (const [each, parent] of parents) parts.set(parent, [...(parts.get(parent) ?? []), each]);
  return [...parts]
    .filter(([, own]) => own.length > 1)
    .map(([parent, own]) => ({ parent, parts: own }))
    .sort((one, other) => other.parent.name.length - one.parent.name.length);
}

/** Whether a name may be cut here: not within a number or a word. */
const isBoundary = (name: string, end: number): boolean => !/^\d\d$|^\p{L}\p{Ll}$/u.test(name.slice(end - 1, end + 1));
