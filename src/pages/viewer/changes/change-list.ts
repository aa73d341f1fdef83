// The changes as a list, grouped by kind.

import type { ChangeKind, ComparedLesson, LessonChange } from '../../../client/belfry-client.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import { listed, phrase } from '../../ui/phrase.ts';
import { countMore } from '../../ui/texts.ts';
import type { Kind } from '../address.ts';
import type { Naming } from '../choose/naming.ts';
import { titleOf } from '../grid/cell-button.ts';
import { say } from '../say.ts';
import { placeOf, roomsOf, teachersOf } from './lesson-words.ts';

/** In this order. A change of several kinds is listed under the first. */
const groups: readonly ChangeKind[] = ['added', 'gone', 'moved', 'otherTimes', 'otherTeacher', 'otherRoom'];

/** Changes of one kind that stand in the list; the others are one press away. */
const shownChanges = 50;

/** @param kind the kind of the entity whose changes are listed; its own name is not repeated in them */
export function changeList(changes: readonly LessonChange[], kind: Kind, naming: Naming): HTMLElement[] {
  const itemsOf = (some: readonly LessonChange[]) =>
    element('ul', {}, ...some.map((change) => changeItem(change, kind, naming)));
  return groups.flatMap((group) => {
    const own = changes.filter(({ kinds }) => kinds[0] === group);
    if (own.length === 0) return [];
    const id = `changes-${group}`;
    return element(
      'section',
      { class: 'changes', 'aria-labelledby': id },
      element('h2', { id }, ...phrase('countedKind', { kind: say(group), count: own.length })),
      itemsOf(own.slice(0, shownChanges)),
      own.length > shownChanges &&
        element(
          'details',
          {},
          element('summary', {}, countMore(own.length - shownChanges)),
          itemsOf(own.slice(shownChanges)),
        ),
    );
  });
}

function changeItem({ kinds, before, after }: LessonChange, kind: Kind, naming: Naming): HTMLElement | null {
  const lesson = after ?? before;
  if (lesson === null) return null;
  const { classes, groupName } = lesson.cell;
  const fact = (of: (lesson: ComparedLesson) => HTMLElement, differs: boolean): Child[] =>
    differs && before !== null && after !== null
      ? phrase('nowAndWas', { now: of(after), was: of(before) })
      : [of(lesson)];
  const facts: Child[][] = [fact(placeOf, kinds.includes('moved') || kinds.includes('otherTimes'))];
  if (kind !== 'class' && classes.length > 0)
    facts.unshift(listed(naming.gather(classes).map((each) => nameOf(naming.short(each)))));
  if (groupName !== null) facts.unshift([nameOf(groupName)]);
  if (kind !== 'teacher' || kinds.includes('otherTeacher'))
    facts.push(fact(teachersOf, kinds.includes('otherTeacher')));
  if (kind !== 'room' || kinds.includes('otherRoom')) facts.push(fact(roomsOf, kinds.includes('otherRoom')));
  return element(
    'li',
    {},
    element('strong', {}, nameOf(titleOf(lesson.cell))),
    ...facts.map((each) => element('span', { class: 'fact' }, ...each)),
  );
}
