// A lesson of a comparison in words: where it takes place, with whom, and how that has changed.

import type { ComparedLesson, LessonChange } from '../../client/belfry-client.ts';
import { spanInWords, timeInWords } from '../dates/date-words.ts';
import { type Child, element, nameOf } from '../element.ts';
import { listed, phrase } from '../phrase.ts';
import { say } from '../say.ts';

/** Whether the label of a day names its week, as `Monday A` does. */
const saysWeek = (label: string): boolean => /\s\p{Lu}$/u.test(label);

/** The day and the time. */
export function placeOf({ day, cell }: ComparedLesson): HTMLElement {
  if (day === null) return element('span', {}, say('noPlace'));
  const week = day.week === null || saysWeek(day.label) ? [] : [` (${say('week', { week: day.week })})`];
  return element('span', {}, nameOf(day.label), ...week, ` ${spanInWords(cell)}`);
}

/** The day and the beginning, as short as they can be. */
function shortPlace({ day, cell }: ComparedLesson): HTMLElement {
  if (day === null) return element('span', {}, say('noPlace'));
  const label = day.shortLabel || day.label;
  const week = day.week === null || saysWeek(label) ? '' : ` ${day.week}`;
  return element('span', {}, nameOf(`${label}${week}`), ` ${timeInWords(cell.startTime)}`);
}

const names = (items: readonly { name: string }[]): HTMLElement =>
  element('span', {}, ...(items.length === 0 ? [say('nobody')] : listed(items.map(({ name }) => nameOf(name)))));

export const teachersOf = ({ cell }: ComparedLesson): HTMLElement => names(cell.teachers);
export const roomsOf = ({ cell }: ComparedLesson): HTMLElement => names(cell.rooms);

/** The text in a cell of the grid about its change. */
export function markOf({ kinds, before, after }: LessonChange, isFormer: boolean): Child[] {
  if (before === null || after === null) return [say(before === null ? 'added' : 'gone')];
  if (isFormer) return phrase('movedTo', { place: shortPlace(after) });
  return kinds.flatMap((kind, index): Child[] => {
    const separator = index > 0 ? [' · '] : [];
    switch (kind) {
      case 'moved':
        return [...separator, ...phrase('movedFrom', { place: shortPlace(before) })];
      case 'otherTeacher':
        return [...separator, ...phrase('was', { kind: say(kind), before: teachersOf(before) })];
      case 'otherRoom':
        return [...separator, ...phrase('was', { kind: say(kind), before: roomsOf(before) })];
      case 'otherTimes':
        return [...separator, ...phrase('was', { kind: say(kind), before: spanInWordsOf(before) })];
      default:
        return [];
    }
  });
}

const spanInWordsOf = ({ day, cell }: ComparedLesson): string => (day === null ? say('noPlace') : spanInWords(cell));
