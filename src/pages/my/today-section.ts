// Today: what is on now and what comes next, the lessons of the day, and the next school day when today has no more.

import { addDays } from '../../calendar/time/day.ts';
import { isOver } from '../../client/dates/now-and-next.ts';
import type { DatedLesson, PersonKind } from '../../contract/types.generated.ts';
import { weekdayInWords } from '../ui/date-words.ts';
import { type Child, element } from '../ui/element.ts';
import { dayNote, dayWords } from './day-words.ts';
import { lessonItem, lessonList } from './lesson-item.ts';
import { type MyDays, nextDayWithLessons } from './my-days.ts';
import { say } from './say.ts';

/** @param moment milliseconds since 1970 */
export function todaySection(days: MyDays, kind: PersonKind, moment: number): HTMLElement {
  const { date, time } = days.now(moment);
  const lessons = days.lessonsOn(date);
  const isOn = (lesson: DatedLesson) => lesson.startTime <= time && !isOver(lesson, time);
  const now = lessons.filter(isOn);
  const later = lessons.filter(({ startTime }) => startTime > time);
  const next = later.filter(({ startTime }) => startTime === later[0]?.startTime);
  const rest = now.length + later.length > 0;
  return element(
    'section',
    { class: 'my-today', 'aria-labelledby': 'today' },
    element('h2', { id: 'today' }, say('today'), element('span', { class: 'quiet' }, ` ${weekdayInWords(date)}`)),
    ...dayWords(days, date).map(dayNote),
    lessons.length === 0 && element('p', {}, say('noLessonsToday')),
    lessons.length > 0 && !rest && element('p', {}, say('noMoreToday')),
    now.length > 0 && spotlight(say('now'), now, kind),
    next.length > 0 && spotlight(say('next'), next, kind),
    rest && lessonList(lessons, kind, isOn),
    ...(rest ? [] : nextDay(days, kind, addDays(date, 1))),
  );
}

const spotlight = (term: string, lessons: readonly DatedLesson[], kind: PersonKind): HTMLElement =>
  element(
    'div',
    { class: 'my-spot' },
    element('h3', {}, term),
    element('ol', { class: 'my-lessons' }, ...lessons.map((lesson) => lessonItem(lesson, kind))),
  );

function nextDay(days: MyDays, kind: PersonKind, from: number): Child[] {
  const date = nextDayWithLessons(days, from);
  if (date === null) return [element('p', { class: 'quiet' }, say('nothingAhead'))];
  return [
    element('h3', {}, say('nextDay'), element('span', { class: 'quiet' }, ` ${weekdayInWords(date)}`)),
    ...dayWords(days, date).map(dayNote),
    lessonList(days.lessonsOn(date), kind),
  ];
}
