// What the things of a document are called at the school, for the values of a finding: where it is, and whom it is about. The
// document may break its schema, so nothing is taken for granted.

import type { LessonUnit } from '../contract/types.generated.ts';
import type { Segments } from './json-path.ts';
import { property, textOf } from './locate-row.ts';

type Values = Record<string, string | number>;

/** What one thing of each list is called. */
const things: Readonly<Record<string, string>> = {
  teachers: 'teacher',
  subjects: 'subject',
  classes: 'class',
  rooms: 'room',
  roomGroups: 'room-group',
  students: 'student',
  courses: 'course',
  sections: 'section',
  lessons: 'lesson',
  lessonUnits: 'lesson',
  bellSchedules: 'bell-schedule',
  days: 'day',
  periods: 'period',
  breaks: 'break',
};

type Resource = 'teacherIds' | 'classIds' | 'roomIds';

export type Names = {
  /** Where a path leads: `thing`, its `name`, and of a placed lesson its `day` and `period`. Empty for the timetable itself. */
  at(segments: Segments): Values;
  /** The name of what has this id in a list; the id where the list does not have it. */
  of(list: 'teachers' | 'subjects' | 'classes' | 'rooms' | 'bellSchedules' | 'days', id: string): string;
  /** A lesson by its subject and its class, or its teacher where the class is known. */
  lesson(unit: LessonUnit, known?: Resource): string;
};

/**
 * Characters of a name, of the names of a lesson's subjects or classes, and how many of these names are told. Thousands of versions
 * may have a hundred findings each, all of which are read together.
 */
const [longest, longestOfLesson, most] = [80, 40, 3];

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = property(value, name);
  return Array.isArray(found) ? found : [];
};

/** A name as it is told, of whole characters. */
export const shortName = (name: string, length = longest): string =>
  name.length > length ? `${name.slice(0, length).replace(/\p{Cs}$/u, '')}…` : name;

/** The first of these fields that says something, shortened. */
function textIn(value: unknown, ...fields: string[]): string {
  for (const field of fields) {
    const found = property(value, field);
    if (typeof found === 'string' && found.trim() !== '') return shortName(found);
  }
  return '';
}

const nameIn = (value: unknown): string => textIn(value, 'name', 'label', 'shortName', 'localId', 'id');

/** By id; of those that share one, the first. */
const indexed = (items: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(items.toReversed().map((item) => [textOf(property(item, 'localId') ?? property(item, 'id')), item]));

/** The days of a bell schedule by id, and the configuration that has the periods of each. */
type Week = { days: ReadonlyMap<string, unknown>; configurations: ReadonlyMap<unknown, unknown> };

function weekOf(schedule: unknown): Week {
  const configurations = listIn(schedule, 'dayConfigurations').toReversed();
  const ofDays = configurations.flatMap((each) => listIn(each, 'dayIds').map((id) => [id, each] as const));
  return { days: indexed(listIn(schedule, 'days')), configurations: new Map(ofDays) };
}

export function createNames(document: object): Names {
  // Each is indexed once, when the first name in it is asked for: a search for each finding would take seconds.
  const known = new Map<string, ReadonlyMap<string, unknown>>();
  const knownWeeks = new Map<unknown, Week>();
  const schedules = () => listIn(document, 'bellSchedules');
  const byId = (list: string): ReadonlyMap<string, unknown> => {
    const made =
      known.get(list) ??
      indexed(list === 'days' ? schedules().flatMap((each) => listIn(each, 'days')) : listIn(document, list));
    known.set(list, made);
    return made;
  };
  const weekAt = (schedule: unknown): Week => {
    const made = knownWeeks.get(schedule) ?? weekOf(schedule);
    knownWeeks.set(schedule, made);
    return made;
  };
  const of = (list: string, id: string): string => {
    const found = byId(list).get(id);
    return (found === undefined ? '' : nameIn(found)) || shortName(id);
  };
  const namesOf = (unit: unknown, field: string, ...lists: string[]): string => {
    const ids = listIn(unit, field);
    const first = ids.slice(0, most).map(textOf);
    const names = first.map((id) => of(lists.find((list) => byId(list).has(id)) ?? lists[0] ?? '', id));
    return shortName(names.join(' / '), longestOfLesson) + (ids.length > most ? ' …' : '');
  };
  const lesson = (unit: object, without?: Resource): string => {
    const subject = namesOf(unit, 'subjectIds', 'subjects', 'courses');
    const [classes, teachers] = [namesOf(unit, 'classIds', 'classes'), namesOf(unit, 'teacherIds', 'teachers')];
    const beside = without === 'classIds' || classes === '' ? teachers : classes;
    return beside === '' || subject === '' ? subject || beside : `${subject} (${beside})`;
  };
  const whenOf = (unit: unknown): Values => {
    const [dayId, index] = [property(unit, 'dayId'), property(unit, 'periodIndex')];
    if (typeof dayId !== 'string' || typeof index !== 'number') return {};
    const [first] = listIn(unit, 'classIds');
    const id = property(byId('classes').get(textOf(first)), 'bellScheduleId') ?? property(schedules()[0], 'id');
    const { days, configurations } = weekAt(byId('bellSchedules').get(textOf(id)));
    const period = listIn(configurations.get(dayId), 'periods')[index];
    return {
      day: nameIn(days.get(dayId)) || of('days', dayId),
      period: textIn(period, 'name') || String(index + 1),
    };
  };
  /** A lesson has its classes and teachers in its groups. */
  const lessonAt = (item: unknown): string => {
    const [group = item] = listIn(item, 'groups');
    return lesson(Object(group)) || nameIn(item);
  };
  return {
    of,
    lesson,
    at(segments) {
      let value: unknown = document;
      let found: Values = {};
      for (let depth = 0; depth + 1 < segments.length; depth += 2) {
        const [list, index] = [String(segments[depth]), segments[depth + 1]];
        if (typeof index !== 'number') break;
        value = property(property(value, list), index);
        if (list === 'dayConfigurations') continue; // has no name of its own
        const thing = Object.hasOwn(things, list) ? things[list] : undefined;
        if (thing === undefined) break;
        const name = list === 'lessons' || list === 'lessonUnits' ? lessonAt(value) : nameIn(value);
        found = { thing, ...(name !== '' && { name }), ...(list === 'lessonUnits' && whenOf(value)) };
      }
      return found;
    },
  };
}
