// Pairs the lessons of two versions, the most alike first. A lesson is recognised by its subjects, classes, group and
// section; if one of these changes, it has no partner.

import { pairAlike, textOfIds } from '../../changes/pair-alike.ts';
import type { ChangeKind, ComparedLesson, LessonChange } from './comparison.ts';

/** `what` identifies the lesson; `where` is its day and times; `periods` is its day and the numbers of its periods. */
type Keys = Record<'what' | 'where' | 'periods' | 'length' | 'teachers' | 'rooms', string>;

/** What two lessons must have in common to be paired. */
const likeness: readonly { same: readonly (keyof Keys)[] }[] = [
  { same: ['what', 'where', 'teachers', 'rooms'] },
  { same: ['what', 'where', 'teachers'] },
  { same: ['what', 'where', 'rooms'] },
  { same: ['what', 'where'] },
  { same: ['what', 'periods', 'teachers', 'rooms'] },
  { same: ['what', 'periods'] },
  { same: ['what', 'length', 'teachers', 'rooms'] },
  { same: ['what', 'length', 'teachers'] },
  { same: ['what', 'length'] },
  { same: ['what', 'teachers'] },
  { same: ['what'] },
];

/** @returns the pairs that differ, and the lessons without a partner */
export function pairLessons(before: readonly ComparedLesson[], after: readonly ComparedLesson[]): LessonChange[] {
  const { pairs, gone, added } = pairAlike(before, after, likeness, keysOf, ({ keys }) =>
    Object.values(keys).join('\n'),
  );
  return [
    ...pairs.flatMap((pair) => {
      const kinds = kindsOf(pair.before.keys, pair.after.keys);
      return kinds.length === 0 ? [] : { kinds, before: pair.before.item, after: pair.after.item };
    }),
    ...gone.map((lesson): LessonChange => ({ kinds: ['gone'], before: lesson, after: null })),
    ...added.map((lesson): LessonChange => ({ kinds: ['added'], before: null, after: lesson })),
  ];
}

function kindsOf(one: Keys, other: Keys): ChangeKind[] {
  const kinds: ChangeKind[] = [];
  if (one.where !== other.where) kinds.push(one.periods === other.periods ? 'otherTimes' : 'moved');
  if (one.teachers !== other.teachers) kinds.push('otherTeacher');
  if (one.rooms !== other.rooms) kinds.push('otherRoom');
  return kinds;
}

function keysOf(lesson: ComparedLesson): Keys {
  const { subjects, classes, teachers, rooms, groupName, units } = lesson.cell;
  return {
    ...keysOfPlace(lesson),
    what: JSON.stringify([textOfIds(subjects), textOfIds(classes), groupName, lesson.section]),
    teachers: textOfIds(teachers),
    rooms: textOfIds(rooms),
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
