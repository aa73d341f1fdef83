// This week and the next, a card for each day: today first, and the days of this week that are over last. A phone shows one
// day, chosen by its tab or a swipe; a wider screen and paper show all. A weekend without lessons is left out.

import { addDays, weekdayOf } from '../../../calendar/time/day.ts';
import { beginOfWeek } from '../../../calendar/time/school-week.ts';
import { spanOfDays } from '../../ui/calendar-words.ts';
import { momentOf, weekdayInWords } from '../../ui/date-words.ts';
import { element } from '../../ui/element.ts';
import { perLanguage } from '../../ui/texts.ts';
import { dayTabs } from '../../viewer/grid/day-tabs.ts';
import { say } from '../say.ts';
import { dayNote, dayWords, saidParagraphs } from './day-words.ts';
import { lessonList } from './lesson-item.ts';
import type { MyDays } from './my-days.ts';
import { todayParts } from './today-section.ts';

export type TwoWeeks = {
  parts: HTMLElement[];
  /** Draws the card of today as it is at a moment of the same day. */
  advance(moment: number): void;
};

const shortDay = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }),
);

type Card = { date: number; label: string; column: HTMLElement };

/** @param swiped the element that responds to swipes @param chosen the day that a phone shows, if it is among them */
export function twoWeeks(days: MyDays, moment: number, swiped: HTMLElement, chosen: number | null): TwoWeeks {
  const today = days.now(moment).date;
  const monday = beginOfWeek(today, days.weekStart);
  const card = element('section', {
    ...{ class: 'my-day my-today', 'aria-labelledby': 'today', 'aria-current': 'date', 'data-date': String(today) },
  });
  const advance = (at: number) => {
    // Null and false are no children of an element.
    const parts = todayParts(days, at).filter((part) => part !== null && part !== false && part !== undefined);
    card.replaceChildren(...parts);
  };
  advance(moment);
  const from = (first: number, count: number): Card[] =>
    Array.from({ length: count }, (_, index) => addDays(first, index)).flatMap((date) => cardOf(days, date) ?? []);
  const [sunday, next] = [addDays(monday, 6), addDays(monday, 7)];
  const own: Card = { date: today, label: say('today'), column: card };
  const ahead = [own, ...from(addDays(today, 1), daysBetween(today, sunday))];
  const over = from(monday, daysBetween(monday, today));
  for (const { column } of over) column.classList.add('my-over');
  const later = from(next, 7);
  const all = [...ahead, ...later, ...over];
  const tabs = dayTabs(all, Math.max(0, all.map(({ date }) => date).indexOf(chosen ?? today)), swiped);
  return {
    parts: [tabs, week('thisWeek', monday, [...ahead, ...over]), week('nextWeek', next, later)],
    advance,
  };
}

/** How many days lie from the first to the day before the other one. */
function daysBetween(first: number, other: number): number {
  let count = 0;
  for (let date = first; date < other && count < 7; date = addDays(date, 1)) count++;
  return count;
}

const week = (which: 'thisWeek' | 'nextWeek', first: number, cards: readonly Card[]): HTMLElement =>
  element(
    'section',
    { class: 'my-week', 'aria-labelledby': which },
    element(
      'h2',
      { id: which },
      say(which),
      element('span', { class: 'quiet' }, ` ${spanOfDays(first, addDays(first, 6))}`),
    ),
    element('div', { class: 'my-days' }, ...cards.map(({ column }) => column)),
  );

function cardOf(days: MyDays, date: number): Card | null {
  const lessons = days.lessonsOn(date);
  const notes = dayWords(days, date);
  const said = saidParagraphs(days, date);
  const isFree = days.isDated ? days.on(date).why === 'weekday' : weekdayOf(date) > 5;
  if (lessons.length === 0 && notes.length === 0 && said.length === 0 && isFree) return null;
  const column = element(
    'div',
    { class: 'my-day', 'data-date': String(date) },
    element('h3', {}, weekdayInWords(date)),
    ...notes.map(dayNote),
    ...said,
    lessons.length > 0 && lessonList(lessons, days),
    lessons.length === 0 && notes.length === 0 && element('p', { class: 'quiet' }, say('noLessons')),
  );
  return { date, label: shortDay().format(momentOf(date)), column };
}
