// A week as a list by day. A weekend without lessons is left out.

import { addDays, weekdayOf } from '../../calendar/time/day.ts';
import type { PersonKind } from '../../contract/types.generated.ts';
import { spanOfDays } from '../ui/calendar-words.ts';
import { weekdayInWords } from '../ui/date-words.ts';
import { element } from '../ui/element.ts';
import { dayNote, dayWords } from './day-words.ts';
import { lessonList } from './lesson-item.ts';
import type { MyDays } from './my-days.ts';
import { say } from './say.ts';

export function weekSection(
  days: MyDays,
  kind: PersonKind,
  which: 'thisWeek' | 'nextWeek',
  first: number,
  today: number,
): HTMLElement {
  const dates = Array.from({ length: 7 }, (_, index) => addDays(first, index));
  return element(
    'section',
    { class: 'my-week', 'aria-labelledby': which },
    element(
      'h2',
      { id: which },
      say(which),
      element('span', { class: 'quiet' }, ` ${spanOfDays(first, addDays(first, 6))}`),
    ),
    element('div', { class: 'my-days' }, ...dates.flatMap((date) => dayPart(days, kind, date, date === today) ?? [])),
  );
}

function dayPart(days: MyDays, kind: PersonKind, date: number, isToday: boolean): HTMLElement | null {
  const lessons = days.lessonsOn(date);
  const notes = dayWords(days, date);
  const isFree = days.isDated ? days.on(date).why === 'weekday' : weekdayOf(date) > 5;
  if (lessons.length === 0 && notes.length === 0 && isFree) return null;
  return element(
    'div',
    { class: 'my-day', 'aria-current': isToday && 'date' },
    element('h3', {}, weekdayInWords(date)),
    ...notes.map(dayNote),
    lessons.length > 0 && lessonList(lessons, kind),
    lessons.length === 0 && notes.length === 0 && element('p', { class: 'quiet' }, say('noLessons')),
  );
}
