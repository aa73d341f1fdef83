// What changed since the person saw the page last: the lessons of the days that were shown then, compared on this device with
// what it kept. It stands there until the person has read it.

import type { PlannedLesson } from '../../../calendar/lessons/planned-lesson.ts';
import { addDays } from '../../../calendar/time/day.ts';
import { spanInWords, weekdayInWords } from '../../ui/date-words.ts';
import { type Child, element } from '../../ui/element.ts';
import { phrase, say } from '../say.ts';
import type { MyLesson } from './different-day.ts';
import { detailsOf, titleOf } from './lesson-item.ts';
import type { MyDays } from './my-days.ts';

/** Two weeks are shown; more changes than these are counted only. */
const [daysShown, mostShown] = [14, 8];

export type Change = { date: number; before: PlannedLesson | null; now: PlannedLesson | null };

const wordsOf = (lesson: MyLesson, days: MyDays): string => {
  const { subjects, teachers, classes, rooms, startTime, endTime } = lesson;
  const names = [subjects, teachers, classes, rooms].map((list) => list.map(({ name }) => name));
  return JSON.stringify([startTime, endTime, days.lookOf(lesson).group, names, lesson.difference?.isOff === true]);
};
const subjectOf = ({ subjects }: PlannedLesson): string => subjects.map(({ entityId }) => entityId).join();

/** @param seenOn the day on which the earlier ones were shown */
export function changesSince(before: MyDays, now: MyDays, today: number, seenOn: number): Change[] {
  const changes: Change[] = [];
  for (let date = today; date < addDays(seenOn, daysShown); date = addDays(date, 1)) {
    const [old, all] = [before.lessonsOn(date), now.lessonsOn(date)];
    const [oldWords, words] = [
      new Set(old.map((lesson) => wordsOf(lesson, before))),
      new Set(all.map((lesson) => wordsOf(lesson, now))),
    ];
    const gone = old.filter((lesson) => !words.has(wordsOf(lesson, before)));
    for (const lesson of all) {
      if (oldWords.has(wordsOf(lesson, now))) continue;
      // The same subject at another time or place, or else at this time another subject.
      const same =
        gone.find((each) => subjectOf(each) === subjectOf(lesson)) ??
        gone.find(({ startTime }) => startTime === lesson.startTime);
      if (same !== undefined) gone.splice(gone.indexOf(same), 1);
      changes.push({ date, before: same ?? null, now: lesson });
    }
    changes.push(...gone.map((lesson) => ({ date, before: lesson, now: null })));
  }
  return changes;
}

const described = (lesson: PlannedLesson, days: MyDays): HTMLElement => {
  const details = detailsOf(lesson, days);
  return element(
    'span',
    {},
    `${spanInWords(lesson)} `,
    element('strong', {}, ...titleOf(lesson)),
    ...(details.length > 0 ? [' ', ...details] : []),
  );
};

/** @param onRead when the person has read it */
export function changesSection(
  changes: readonly Change[],
  before: MyDays,
  now: MyDays,
  onRead: () => void,
): HTMLElement {
  const item = ({ date, ...change }: Change): HTMLElement => {
    const [old, lesson] = [change.before, change.now];
    const what: Child[] =
      lesson === null
        ? old === null
          ? []
          : phrase('gone', { lesson: described(old, before) })
        : old === null
          ? phrase('added', { lesson: described(lesson, now) })
          : phrase('changed', { lesson: described(lesson, now), before: described(old, before) });
    return element('li', {}, element('span', { class: 'my-time' }, weekdayInWords(date)), ' ', ...what);
  };
  const more = changes.length - mostShown;
  return element(
    'section',
    { class: 'notice my-changes no-print', 'aria-labelledby': 'changes' },
    element('h2', { id: 'changes' }, say('changes')),
    element('ul', {}, ...changes.slice(0, mostShown).map(item)),
    more > 0 && element('p', { class: 'quiet' }, say('moreChanges', { count: more })),
    element('button', { type: 'button', click: onRead }, say('understood')),
  );
}
