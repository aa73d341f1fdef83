import { expect, test } from 'vitest';
import type { Class, Timetable } from '../../../src/client/belfry-client.ts';
import { resolveTimetable } from '../../../src/client/resolve-timetable.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { entriesOf } from '../../../src/pages/viewer/choose/entries.ts';
import { namingOf } from '../../../src/pages/viewer/choose/naming.ts';

const [like] = demoSchool().documents.map(({ document }) => document);
const [model] = like?.classes ?? [];

/** @param lessons the number of lessons of a class; @param teachers the classes with a class teacher */
function named(names: Record<string, string>, lessons: Record<string, number> = {}, teachers: readonly string[] = []) {
  if (like === undefined || model === undefined) throw new Error('the demo school has no classes');
  const classes = Object.entries(names).map(
    ([name, shortName]): Class => ({
      ...model,
      localId: `cls_${name}`,
      entityId: `class-${name}`,
      name,
      shortName,
      classTeacherId: teachers.includes(name) ? 'tch_1' : null,
    }),
  );
  const lessonUnits = Object.entries(lessons).flatMap(([name, count]) =>
    like.lessonUnits.slice(0, count).map((unit) => ({ ...unit, classIds: [`cls_${name}`] })),
  );
  const document: Timetable = { ...like, classes, lessonUnits };
  const timetable = resolveTimetable(document);
  const naming = namingOf(timetable);
  const gather = (...wanted: string[]) =>
    naming.gather(classes.filter(({ name }) => wanted.includes(name))).map(({ name }) => name);
  const classOf = (name: string) => {
    const item = classes.find((each) => each.name === name);
    return (item && naming.classOf(item)?.name) ?? null;
  };
  const listed = entriesOf(timetable).flatMap(({ kind, name }) => (kind === 'class' ? name : []));
  return { gather, classOf, listed, short: (name: string) => naming.short({ localId: `cls_${name}`, name }) };
}

test('a short name is used only if it is unique and not blank', () => {
  const { short } = named({ Owls: 'O', Otters: 'O', Bears: 'B', Foxes: ' ' });
  expect(['Owls', 'Otters', 'Bears', 'Foxes'].map(short)).toEqual(['Owls', 'Otters', 'B', 'Foxes']);
});

test('several rooms with one name are shown with their short names, on their pages too', () => {
  const [model] = like?.rooms ?? [];
  if (like === undefined || model === undefined) throw new Error('the demo school has no rooms');
  const room = (name: string, shortName: string) => ({
    ...model,
    localId: shortName,
    entityId: shortName,
    name,
    shortName,
  });
  const rooms = [room('Classroom', '4.01'), room('Classroom', '4.02'), room('Workshop', 'W')];
  const timetable = resolveTimetable({ ...like, rooms });
  const names = ['Classroom (4.01)', 'Classroom (4.02)', 'Workshop'];
  expect(rooms.map(namingOf(timetable).distinct)).toEqual(names);
  const titles = entriesOf(timetable).flatMap(({ kind, title }) => (kind === 'room' ? title : []));
  expect(titles.map((title) => title.replace(` · ${model.buildingName}`, ''))).toEqual(names);
});

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
test.each([
  { all: ['1A', '1AGp1', '1AGp2', '1B'], items: ['1AGp1', '1AGp2'], gathered: ['1A'] },
  { all: ['1A', '1AGp1', '1AGp2', '1B'], items: ['1AGp1', '1B'], gathered: ['1AGp1', '1B'] },
  // Groups become classes, and the classes a year.
  { all: ['7', '7A', '7A1', '7A2', '7B'], items: ['7A1', '7A2', '7B'], gathered: ['7'] },
  // A class that is listed already is not repeated.
  { all: ['1A', '1AGp1', '1AGp2'], items: ['1A', '1AGp1', '1AGp2'], gathered: ['1A'] },
  // Neither a number nor a word is split: 10A is not a class of year 1, and Art not a group of A.
  { all: ['1', '10A', '10B'], items: ['10A', '10B'], gathered: ['10A', '10B'] },
  { all: ['A', 'Art', 'Ants'], items: ['Art', 'Ants'], gathered: ['Art', 'Ants'] },
  // A single group may be smaller than the class.
  { all: ['3C', '3C-half'], items: ['3C-half'], gathered: ['3C-half'] },
])('$items are gathered to $gathered', ({ all, items, gathered }) => {
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

const [year, grouped] = [
  ['7', '7A', '7B'],
  ['S1', 'S1-1', 'S1-2'],
];
test.each<[string, string[], Record<string, number>, string[], string | null]>([
  ['more lessons than each group', grouped, { S1: 8, 'S1-1': 7, 'S1-2': 5 }, [], 'S1'],
  ['fewer lessons than one of them', grouped, { S1: 7, 'S1-1': 7, 'S1-2': 5 }, [], null],
  ['a class teacher', grouped, { S1: 2, 'S1-1': 7 }, ['S1'], 'S1'],
  ['more lessons than they have, which have class teachers', grouped, { S1: 8, 'S1-1': 7 }, ['S1', 'S1-1'], null],
  ['one assembly', year, { 7: 1, '7A': 8, '7B': 8 }, [], null],
])('whether a name that ends in a number is a class or a year: with %s', (_, all, lessons, teachers, of) => {
  expect(named(same(...all), lessons, teachers).classOf(all[1] ?? '')).toBe(of);
});

test('groups are listed after their class, in any order of the document', () => {
  const { listed } = named(same('1AGp2', '1B', '1A', '1BGp1', '1AGp1', '1C'));
  expect(listed).toEqual(['1B', '1BGp1', '1A', '1AGp2', '1AGp1', '1C']);
});
