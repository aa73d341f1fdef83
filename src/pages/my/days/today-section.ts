// Today: its lessons, with what is on now and what comes next, and the next school day when today has no more.

import { addDays } from '../../../calendar/time/day.ts';
import { isOver } from '../../../client/dates/now-and-next.ts';
import { weekdayInWords } from '../../ui/date-words.ts';
import { type Child, element } from '../../ui/element.ts';
import { say } from '../say.ts';
import { dayNote, dayWords, saidParagraphs } from './day-words.ts';
import { lessonList } from './lesson-item.ts';
import { type MyDays, nextDayWithLessons } from './my-days.ts';

/** @param moment milliseconds since 1970 */
export function todayParts(days: MyDays, moment: number): Child[] {
  const { date, time } = days.now(moment);
  const lessons = days.lessonsOn(date);
  const rest = lessons.some((lesson) => !isOver(lesson, time));
  return [
    element('h3', { id: 'today' }, say('today'), element('span', { class: 'quiet' }, ` ${weekdayInWords(date)}`)),
    ...dayWords(days, date).map(dayNote),
    ...saidParagraphs(days, date),
    lessons.length === 0 && element('p', {}, say('noLessonsToday')),
    lessons.length > 0 && !rest && element('p', {}, say('noMoreToday')),
    rest && lessonList(lessons, days, time),
    ...(rest ? [] : nextDay(days, addDays(date, 1))),
  ];
}

function nextDay(days: MyDays, from: number): Child[] {
  const date = nextDayWithLessons(days, from);
  if (date === null) return [element('p', { class: 'quiet' }, say('nothingAhead'))];
  return [
    element('h4', {}, say('nextDay'), element('span', { class: 'quiet' }, ` ${weekdayInWords(date)}`)),
    ...dayWords(days, date).map(dayNote),
    ...saidParagraphs(days, date),
    lessonList(days.lessonsOn(date), days),
  ];
}
