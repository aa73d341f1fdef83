// The weeks that lessons name: bits in the lesson itself (2008 exports), or those of its week definition.

import { type AscElement, type AscFile, textOf } from './asc-file.ts';
import { type Bits, parseBits } from './bits.ts';

/** `1` names no week: the program writes it for every week, also beside `10` and `01`. Nor do alternatives such as `10,01`. */
export const namesWeeks = (bits: Bits | null): bits is Bits =>
  bits !== null && !bits.open && (bits.width > 1 || bits.set.length === 0);

/** The weeks of each lesson, by its id; null where it takes place in every week or in any. */
export function findLessonWeeks({ elements }: AscFile): ReadonlyMap<string, Bits | null> {
  const definitions = new Map(elements.weeksdef.map((each) => [textOf(each, 'id'), parseBits(textOf(each, 'weeks'))]));
  const weeksOf = (lesson: AscElement): Bits | null => {
    const own = parseBits(textOf(lesson, 'weeks'));
    const weeks = own ?? definitions.get(textOf(lesson, 'weeksdefid')) ?? null;
    return namesWeeks(weeks) && weeks.set.length < weeks.width ? weeks : null;
  };
  // Where an id is repeated, it means the first.
  return new Map(elements.lesson.toReversed().map((lesson) => [textOf(lesson, 'id'), weeksOf(lesson)]));
}
