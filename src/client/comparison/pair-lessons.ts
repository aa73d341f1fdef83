// Pairs the lessons of two versions, the most alike first. A lesson is recognised by its subjects, classes, group and
// section; if one of these changes, it has no partner.

import type { ChangeKind, ComparedLesson, LessonChange } from './comparison.ts';

/** `what` identifies the lesson; `where` is its day and times; `periods` is its day and the numbers of its periods. */
type Keys = Record<'what' | 'where' | 'periods' | 'length' | 'teachers' | 'rooms', string>;
type Keyed = { lesson: ComparedLesson; keys: Keys };

/** What two lessons must have in common to be paired. */
const likeness: readonly (readonly (keyof Keys)[])[] = [
  ['what', 'where', 'teachers', 'rooms'],
  ['what', 'where', 'teachers'],
  ['what', 'where', 'rooms'],
  ['what', 'where'],
  ['what', 'periods', 'teachers', 'rooms'],
  ['what', 'periods'],
  ['what', 'length', 'teachers', 'rooms'],
  ['what', 'length', 'teachers'],
  ['what', 'length'],
  ['what', 'teachers'],
  ['what'],
];

/** @returns the pairs that differ, and the lessons without a partner */
export function pairLessons(before: readonly ComparedLesson[], after: readonly ComparedLesson[]): LessonChange[] {
  const changes: LessonChange[] = [];
  let old = inFixedOrder(before);
  let now = inFixedOrder(after);
  for (const parts of likeness) {
    const keyOf = ({ keys }: Keyed) => parts.map((part) => keys[part]).join('\n');
    /** The lessons in reverse, so that the first is taken from the end. */
    const waiting = new Map<string, Keyed[]>();
    const paired = new Set<Keyed>();
    for (const lesson of [...old].reverse()) {
      const others = waiting.get(keyOf(lesson));
      if (others === undefined) waiting.set(keyOf(lesson), [lesson]);
      else others.push(lesson);
    }
    now = now.filter((lesson) => {
      const partner = waiting.get(keyOf(lesson))?.pop();
      if (partner === undefined) return true;
      paired.add(partner);
      const kinds = kindsOf(partner.keys, lesson.keys);
      if (kinds.length > 0) changes.push({ kinds, before: partner.lesson, after: lesson.lesson });
      return false;
    });
    old = old.filter((lesson) => !paired.has(lesson)); // still in the fixed order
  }
  for (const { lesson } of old) changes.push({ kinds: ['gone'], before: lesson, after: null });
  for (const { lesson } of now) changes.push({ kinds: ['added'], before: null, after: lesson });
  return changes;
}

function kindsOf(one: Keys, other: Keys): ChangeKind[] {
  const kinds: ChangeKind[] = [];
  if (one.where !== other.where) kinds.push(one.periods === other.periods ? 'otherTimes' : 'moved');
  if (one.teachers !== other.teachers) kinds.push('otherTeacher');
  if (one.rooms !== other.rooms) kinds.push('otherRoom');
  return kinds;
}

/** An order that depends only on what the lessons show, so that both directions give the same pairs. */
function inFixedOrder(lessons: readonly ComparedLesson[]): Keyed[] {
  return lessons
    .map((lesson) => ({ lesson, keys: keysOf(lesson) }))
    .map((keyed) => ({ ...keyed, text: Object.values(keyed.keys).join('\n') }))
    .sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));
}

function keysOf(lesson: ComparedLesson): Keys {
  const { subjects, classes, teachers, rooms, groupName, units } = lesson.cell;
  return {
    ...keysOfPlace(lesson),
    what: JSON.stringify([entityIds(subjects), entityIds(classes), groupName, lesson.section]),
    teachers: entityIds(teachers),
    rooms: entityIds(rooms),
    length: String(units.length),
  };
}

function keysOfPlace({ day, cell }: ComparedLesson): Pick<Keys, 'where' | 'periods'> {
  if (day === null) return { where: '', periods: '' };
  const { week, turn, dayOfWeek } = day;
  return {
    where: JSON.stringify([week, turn, dayOfWeek, cell.startTime, cell.endTime]),
    periods: JSON.stringify([week, turn, dayOfWeek, cell.periodIndex, cell.lastPeriodIndex]),
  };
}

const entityIds = (items: readonly { entityId: string }[]): string =>
  items
    .map(({ entityId }) => entityId)
    .sort()
    .join();
