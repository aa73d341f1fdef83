// How a lesson names those in it where room is scarce. A short name helps only as long as it means one: imports make many
// of the same letters, and thirteen classes called S1 say nothing.

import type { Class, ResolvedTimetable } from '../client/belfry-client.ts';

export type Naming = {
  /** The short name where no other of its kind has it, else the name. */
  short(item: { localId: string; name: string }): string;
  /** Fewer classes that mean the same: a class in place of all its groups, a year in place of all its classes. */
  gather(classes: readonly Class[]): Class[];
};

export function namingOf({ document, classes }: ResolvedTimetable): Naming {
  const shortNames = new Map<string, string>();
  for (const list of [document.classes, document.teachers, document.rooms, document.subjects]) {
    const count = new Map<string, number>();
    for (const { shortName } of list) count.set(shortName, (count.get(shortName) ?? 0) + 1);
    for (const { localId, shortName } of list)
      if (shortName.trim() !== '' && count.get(shortName) === 1) shortNames.set(localId, shortName);
  }
  const families = familiesOf(classes.all);
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
  };
}

/**
 * The API tells no class from a group of it; their names do: 1AGp1 and 1AGp2 belong to 1A where a class is called that.
 * The smallest families first, so that groups become classes before classes become a year.
 */
function familiesOf(classes: readonly Class[]): { parent: Class; parts: Class[] }[] {
  const byName = new Map(classes.map((each) => [each.name, each]));
  const parts = new Map<Class, Class[]>();
  for (const each of classes) {
    for (let end = each.name.length - 1; end > 0; end--) {
      const parent = byName.get(each.name.slice(0, end));
      if (parent === undefined || !isBoundary(each.name, end)) continue;
      parts.set(parent, [...(parts.get(parent) ?? []), each]);
      break;
    }
  }
  return [...parts]
    .filter(([, own]) => own.length > 1)
    .map(([parent, own]) => ({ parent, parts: own }))
    .sort((one, other) => other.parent.name.length - one.parent.name.length);
}

/** Whether a name may be cut here: neither within a number nor within a word. */
const isBoundary = (name: string, end: number): boolean => !/^\d\d$|^\p{L}\p{Ll}$/u.test(name.slice(end - 1, end + 1));
