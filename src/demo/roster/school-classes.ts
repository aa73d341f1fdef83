// The classes of the demo school. The Main School names the five classes of a year after trees, each in another language.
// Who leads a class and which bell schedule it keeps belong to a timetable, so both are left open here.
import type { Class } from '../../contract/types.generated.ts';
import { colorOf } from './color-of.ts';

const trees: [letter: string, name: string][] = [
  ['A', 'Ahorn'],
  ['B', 'Bouleau'],
  ['C', 'Cerezo'],
  ['D', 'Dąb'],
  ['E', 'Erik'],
];

const mainClasses = [5, 6, 7, 8, 9, 10].flatMap((year) =>
  trees.map(([letter, tree]): [string, string] => [`${year}${letter}`, `${year}${letter} ${tree}`]),
);

const otherClasses: [shortName: string, name: string][] = [
  ['11A', 'Upper 11A'],
  ['11B', 'Upper 11B'],
  ['11C', 'Upper 11C'],
  ['12A', 'Upper 12A'],
  ['12B', 'Upper 12B'],
  ['12C', 'Upper 12C'],
  ['11R', 'Riverside 11'],
  ['12R', 'Riverside 12'],
  ['D1A', 'Diploma 1A'],
  ['D1B', 'Diploma 1B'],
  ['D1C', 'Diploma 1C'],
  ['D2A', 'Diploma 2A'],
  ['D2B', 'Diploma 2B'],
  ['D2C', 'Diploma 2C'],
];

export const schoolClasses: Class[] = [...mainClasses, ...otherClasses].map(([shortName, name], index) => ({
  localId: `cls_${shortName}`,
  entityId: `class-${shortName}`,
  externalId: shortName.endsWith('R') ? null : `KL-${shortName}`,
  name,
  shortName,
  color: colorOf(index + 300),
  isActive: true,
  classTeacherId: null,
  bellScheduleId: null,
}));
