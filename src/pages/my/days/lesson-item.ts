// The lessons of a day as a list of times: those that take place at one time stand together, and between them the breaks. A
// lesson is its subject, and who and where, but for the person whose page it is.

import type { PlannedLesson } from '../../../calendar/lessons/planned-lesson.ts';
import { isOver } from '../../../client/dates/now-and-next.ts';
import type { LessonList } from '../../../client/days/difference-of.ts';
import type { NamedEntity, PersonKind } from '../../../contract/types.generated.ts';
import { lunch, pause } from '../../ui/break-names.ts';
import { spanInWords } from '../../ui/date-words.ts';
import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { say } from '../say.ts';
import type { MyLesson } from './different-day.ts';
import type { MyDays } from './my-days.ts';

/** What a person wants to know of a lesson besides its subject. */
const shown: Record<PersonKind, readonly ('classes' | 'teachers' | 'rooms')[]> = {
  class: ['teachers', 'rooms'],
  student: ['teachers', 'rooms'],
  teacher: ['classes', 'rooms'],
  room: ['classes', 'teachers'],
};

/** Minutes from which a time without lessons is shown though the bell schedule has no break there. */
const shortestGap = 15;

const names = (entities: readonly NamedEntity[]): Child[] => listed(entities.map(({ name }) => nameOf(name)));

export const titleOf = ({ subjects }: PlannedLesson): Child[] => (subjects.length > 0 ? names(subjects) : ['–']);

/** What was planned and is no more, beside what takes place. */
const was = (lesson: MyLesson, list: LessonList, { different }: MyDays): Child[] =>
  different?.struckOf(lesson, list) ?? [];

/** The group, unless its name is the subject's, then who and where, with dots between them. */
export function detailsOf(lesson: MyLesson, days: MyDays): Child[] {
  const named = days.lookOf(lesson).group;
  const group = lesson.subjects.some(({ name }) => name === named) ? null : named;
  const others = shown[days.kind].flatMap((list) => {
    const said = [...names(lesson[list]), ...was(lesson, list, days)];
    return said.length === 0 ? [] : [element('span', {}, ...said)];
  });
  return joined([...(group === null ? [] : [nameOf(group)]), ...others], ' · ');
}

function lessonItem(lesson: MyLesson, days: MyDays): HTMLElement {
  const { isOff = false, text = null } = lesson.difference ?? {};
  const details = detailsOf(lesson, days);
  const item = element(
    'li',
    { class: isOff ? 'my-lesson off' : 'my-lesson' },
    ...(days.different?.markOf(lesson, days.kind) ?? []),
    element('strong', {}, ...titleOf(lesson), ...was(lesson, 'subjects', days)),
    ...(details.length > 0 ? [' ', element('span', { class: 'quiet' }, ...details)] : []),
    text !== null && element('span', { class: 'said' }, nameOf(text)),
  );
  const { colour } = days.lookOf(lesson);
  if (colour !== null) item.style.setProperty('--color', colour);
  return item;
}

/** @param lessons by start @param time of the school's clock on this day; null for another day */
export function lessonList(lessons: readonly MyLesson[], days: MyDays, time: string | null = null): HTMLElement {
  const slots: MyLesson[][] = [];
  const takesPlace = ({ difference }: MyLesson) => difference?.isOff !== true;
  for (const lesson of lessons) {
    const slot = slots.find(([first]) => first?.startTime === lesson.startTime && first.endTime === lesson.endTime);
    if (slot === undefined) slots.push([lesson]);
    else slot.push(lesson);
  }
  const next = lessons.find((each) => time !== null && each.startTime > time && takesPlace(each))?.startTime;
  const items: HTMLElement[] = [];
  let free = '';
  for (const slot of slots) {
    const [first] = slot;
    if (first === undefined) continue;
    const gap = free === '' ? null : gapBetween(free, first, days);
    if (gap !== null) items.push(gap);
    const isOn = time !== null && first.startTime <= time && !isOver(first, time) && slot.some(takesPlace);
    const word = isOn ? say('now') : first.startTime === next ? say('next') : null;
    items.push(
      element(
        'li',
        { class: 'my-slot', 'aria-current': isOn && 'time' },
        element(
          'span',
          { class: 'my-time' },
          spanInWords(first),
          ...(word === null ? [] : [' ', element('span', { class: 'badge' }, word)]),
        ),
        ' ',
        element('ul', { class: 'my-parallel' }, ...slot.map((lesson) => lessonItem(lesson, days))),
      ),
    );
    const end = first.endTime > first.startTime ? first.endTime : '24:00';
    if (end > free) free = end;
  }
  return element('ol', { class: 'my-lessons' }, ...items);
}

/** A break by its name, or a time without lessons; null where one lesson follows the other. */
function gapBetween(from: string, lesson: PlannedLesson, days: MyDays): HTMLElement | null {
  const to = lesson.startTime;
  const breaks = days.lookOf(lesson).breaks.filter(({ startTime, endTime }) => from <= startTime && endTime <= to);
  if (to <= from || (breaks.length === 0 && minutesOf(to) - minutesOf(from) < shortestGap)) return null;
  const [only] = breaks;
  const isBreak = only !== undefined && only.startTime === from && only.endTime === to;
  return element(
    'li',
    { class: 'my-break quiet' },
    element('span', { class: 'my-time' }, spanInWords({ startTime: from, endTime: to })),
    ' ',
    isBreak ? breakName(only.name.trim()) : say('free'),
  );
}

const breakName = (name: string): Child => {
  if (lunch.test(name)) return say('lunch');
  return name === '' || pause.test(name) ? say('break') : nameOf(name);
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
