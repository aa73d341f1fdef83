// A lesson of a comparison in words: where it takes place, with whom, and how that has changed.

import type { ComparedLesson, LessonChange } from '../../../client/belfry-client.ts';
import { spanInWords, timeInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import { listed, phrase } from '../../ui/phrase.ts';
import { countMore } from '../../ui/texts.ts';
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

/** Names that stand in a line; the others are counted, since a lesson may have all teachers of a school. */
const shownNames = 8;

/** @param restOf what stands for the names beyond those in a line */
function names(items: readonly { name: string }[], restOf: (rest: HTMLElement[]) => Child): HTMLElement {
  if (items.length === 0) return element('span', {}, say('nobody'));
  const all = items.map(({ name }) => nameOf(name));
  const rest = all.slice(shownNames);
  return element('span', {}, ...listed(all.slice(0, shownNames)), ...(rest.length === 0 ? [] : [' ', restOf(rest)]));
}

const more = (rest: HTMLElement[]): string => countMore(rest.length);
const folded = (rest: HTMLElement[]): HTMLElement =>
  element('details', { class: 'rest' }, element('summary', {}, more(rest)), ...listed(rest));

export const teachersOf = ({ cell }: ComparedLesson): HTMLElement => names(cell.teachers, folded);
export const roomsOf = ({ cell }: ComparedLesson): HTMLElement => names(cell.rooms, folded);

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
        return [...separator, ...phrase('was', { kind: say(kind), before: names(before.cell.teachers, more) })];
      case 'otherRoom':
        return [...separator, ...phrase('was', { kind: say(kind), before: names(before.cell.rooms, more) })];
      case 'otherTimes':
        return [...separator, ...phrase('was', { kind: say(kind), before: spanInWordsOf(before) })];
      default:
        return [];
    }
  });
}

const spanInWordsOf = ({ day, cell }: ComparedLesson): string => (day === null ? say('noPlace') : spanInWords(cell));
