import { expect, test } from 'vitest';
import type { Class, Timetable } from '../../src/client/belfry-client.ts';
import { resolveTimetable } from '../../src/client/resolve-timetable.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { namingOf } from '../../src/viewer/naming.ts';

const [like] = demoSchool().documents.map(({ document }) => document);
const [model] = like?.classes ?? [];

function named(names: Record<string, string>) {
  if (like === undefined || model === undefined) throw new Error('the demo school has no classes');
  const classes = Object.entries(names).map(
    ([name, shortName]): Class => ({ ...model, localId: `cls_${name}`, name, shortName }),
  );
  const document: Timetable = { ...like, classes };
  const naming = namingOf(resolveTimetable(document));
  const gather = (...wanted: string[]) =>
    naming.gather(classes.filter(({ name }) => wanted.includes(name))).map(({ name }) => name);
  const classOf = (name: string) => {
    const item = classes.find((each) => each.name === name);
    return (item && naming.classOf(item)?.name) ?? null;
  };
  return { gather, classOf, short: (name: string) => naming.short({ localId: `cls_${name}`, name }) };
}

test('a short name counts only where no other has it, and where it is one', () => {
  const { short } = named({ Owls: 'O', Otters: 'O', Bears: 'B', Foxes: ' ' });
  expect(['Owls', 'Otters', 'Bears', 'Foxes'].map(short)).toEqual(['Owls', 'Otters', 'B', 'Foxes']);
});

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
test.each([
  { all: ['1A', '1AGp1', '1AGp2', '1B'], items: ['1AGp1', '1AGp2'], gathered: ['1A'] },
  { all: ['1A', '1AGp1', '1AGp2', '1B'], items: ['1AGp1', '1B'], gathered: ['1AGp1', '1B'] },
  // Groups become classes, and the classes a year.
  { all: ['7', '7A', '7A1', '7A2', '7B'], items: ['7A1', '7A2', '7B'], gathered: ['7'] },
  // What is there already is there once.
  { all: ['1A', '1AGp1', '1AGp2'], items: ['1A', '1AGp1', '1AGp2'], gathered: ['1A'] },
  // Neither a number nor a word is cut: 10A is no class of year 1, and Art no group of A.
  { all: ['1', '10A', '10B'], items: ['10A', '10B'], gathered: ['10A', '10B'] },
  { all: ['A', 'Art', 'Ants'], items: ['Art', 'Ants'], gathered: ['Art', 'Ants'] },
  // One group alone may be less than the class.
  { all: ['3C', '3C-half'], items: ['3C-half'], gathered: ['3C-half'] },
])('$items are $gathered', ({ all, items, gathered }) => {
  expect(named(same(...all)).gather(...items)).toEqual(gathered);
});

test.each([
  { all: ['1A', '1AGp1', '1AGp2', '1B'], group: '1AGp1', of: '1A' },
  { all: ['1A', '1AGp1', '1B'], group: '1B', of: null },
  // A part of a group is listed with the class.
  { all: ['4A', '4AMath', '4AMathExt'], group: '4AMathExt', of: '4A' },
  { all: ['1A', '1AGp1', '1AGp1x'], group: '1AGp1x', of: '1A' },
  // The classes of a year are not its groups.
  { all: ['7', '7A', '7B'], group: '7A', of: null },
  { all: ['7', '7A', '7A1'], group: '7A1', of: '7A' },
  { all: ['S1', 'S1-1', 'S1-2'], group: 'S1-1', of: null },
])('of $all, $group is a group of $of', ({ all, group, of }) => {
  expect(named(same(...all)).classOf(group)).toBe(of);
});
