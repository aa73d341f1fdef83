// Of lessons that a class has at one time, a pupil attends one: which, is chosen once and kept on this device. What is not
// chosen away is shown, so a group that is new is never missing.

import type { PlannedLesson } from '../../../calendar/lessons/planned-lesson.ts';
import { addDays } from '../../../calendar/time/day.ts';
import { element } from '../../ui/element.ts';
import { say } from '../say.ts';
import { detailsOf, titleOf } from './lesson-item.ts';
import type { MyDays } from './my-days.ts';

/** Days in which groups are looked for, and how many can be chosen from; further ones are always shown. */
const [daysAhead, mostGroups] = [28, 100];

/** The same in every version: what is taught in which group by whom. */
const keyOf = (lesson: PlannedLesson, { lookOf }: MyDays): string => {
  const ids = (list: 'subjects' | 'teachers') => lesson[list].map(({ entityId }) => entityId).join();
  return `${ids('subjects')} ${lookOf(lesson).group ?? ''} ${ids('teachers')}`;
};

const isParallel = (lesson: PlannedLesson, all: readonly PlannedLesson[]): boolean =>
  all.some((other) => other !== lesson && other.startTime < lesson.endTime && lesson.startTime < other.endTime);

/** The days without the lessons of groups that the pupil does not attend, where another takes place at the same time. */
export const withoutGroups = (days: MyDays, hidden: readonly string[]): MyDays => ({
  ...days,
  lessonsOn(date) {
    const all = days.lessonsOn(date);
    return hidden.length === 0
      ? all
      : all.filter((lesson) => !hidden.includes(keyOf(lesson, days)) || !isParallel(lesson, all));
  },
});

/** @returns null where there is nothing to choose */
export function groupsSection(
  days: MyDays,
  today: number,
  hidden: readonly string[],
  onChoice: (hidden: string[]) => void,
): HTMLElement | null {
  if (days.kind !== 'class') return null;
  const groups = new Map<string, PlannedLesson>();
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const all = days.lessonsOn(addDays(today, ahead));
    for (const lesson of all)
      if (groups.size < mostGroups && isParallel(lesson, all)) groups.set(keyOf(lesson, days), lesson);
  }
  if (groups.size === 0) return null;
  const boxes = Array.from(groups, ([key, lesson]) => {
    const details = element('span', { class: 'quiet' }, ...detailsOf(lesson, days));
    const box = element('input', { type: 'checkbox', checked: !hidden.includes(key), change });
    const label = element('label', {}, box, ' ', element('strong', {}, ...titleOf(lesson)), ' ', details);
    return { key, box, label };
  }).sort((one, other) => (one.label.textContent ?? '').localeCompare(other.label.textContent ?? ''));
  function change(): void {
    onChoice(boxes.flatMap(({ key, box }) => (box.checked ? [] : [key])));
  }

  return element(
    'details',
    { class: 'my-groups no-print' },
    element('summary', {}, say('myGroups')),
    element('p', { class: 'quiet' }, say('groupsAdvice')),
    element('ul', {}, ...boxes.map(({ label }) => element('li', {}, label))),
  );
}
