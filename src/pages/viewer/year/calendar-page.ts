// The calendar of the school at a glance: a table for each month, with what is special listed below it.

import type { PublishedCalendar } from '../../../client/belfry-client.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { dayKinds, kindSigns, kindWords } from '../../ui/day-kind.ts';
import { element, nameOf } from '../../ui/element.ts';
import { hasWeeks, monthSection } from '../../ui/month-section.ts';
import { count } from '../../ui/texts.ts';
import type { SchoolDates } from '../dates/date-rule.ts';
import { todayNumber } from '../dates/dates.ts';
import { say } from '../say.ts';

/** @param school null where the school has no calendar */
export function calendarPage(school: SchoolDates | null): HTMLElement {
  const months = school === null ? [] : monthsOf(school.calendar);
  const today = todayNumber();
  const sections = months.map((days) => monthSection(days, school, today, school?.calendar.weekStartsOn ?? 1));
  const current = sections[months.findIndex(([first]) => sameMonth(first?.date ?? 0, today))];
  return element(
    'main',
    { id: 'content', class: 'calendar-page' },
    element(
      'div',
      { class: 'page-head' },
      element('h1', { tabindex: '-1' }, say('calendar')),
      school !== null && element('span', { class: 'quiet' }, say('timeZone', { zone: school.calendar.timeZone })),
      element('a', { href: '#/', class: 'no-print' }, say('allTimetables')),
      current !== undefined &&
        element('button', { type: 'button', class: 'no-print', click: () => showMonth(current) }, say('today')),
      element('button', { type: 'button', class: 'no-print', click: () => print() }, say('print')),
    ),
    ...(school === null || months.length === 0
      ? [element('p', { class: 'empty' }, say(school === null ? 'noCalendar' : 'emptyCalendar'))]
      : [terms(school.calendar), legend(months.some(hasWeeks)), element('div', { class: 'months' }, ...sections)]),
  );
}

function showMonth(section: HTMLElement): void {
  section.scrollIntoView({ block: 'start' });
  section.focus({ preventScroll: true });
}

/** The published dates, by month. */
function monthsOf({ days }: PublishedCalendar): PublishedCalendar['days'][] {
  const months: PublishedCalendar['days'][] = [];
  for (const day of days) {
    const month = months.at(-1);
    if (month === undefined || !sameMonth(month[0]?.date ?? 0, day.date)) months.push([day]);
    else month.push(day);
  }
  return months;
}

const sameMonth = (one: number, other: number) => Math.floor(one / 100) === Math.floor(other / 100);

function terms({ terms, firstDay, lastDay }: PublishedCalendar): HTMLElement | null {
  const shown = terms.filter((term) => term.lastDay >= (firstDay ?? 0) && term.firstDay <= (lastDay ?? 0));
  if (shown.length === 0) return null;
  return element(
    'section',
    { 'aria-labelledby': 'terms' },
    element('h2', { id: 'terms' }, say('terms')),
    element(
      'ul',
      { class: 'term-list' },
      ...shown.map((term) => {
        const span = say('between', { first: dayInWords(term.firstDay), last: dayInWords(term.lastDay) });
        return element('li', {}, nameOf(term.name), ' ', element('span', { class: 'quiet' }, span));
      }),
    ),
  );
}

/** What the signs in the tables mean. */
const legend = (hasWeeks: boolean): HTMLElement =>
  element(
    'ul',
    { class: 'legend' },
    ...dayKinds.flatMap((kind) =>
      kindWords[kind] === null ? [] : [legendItem(`date kind-${kind}`, kindSigns[kind], say(kindWords[kind]))],
    ),
    legendItem('date', '*', say('someClasses')),
    hasWeeks && legendItem('date quiet', count(1), say('cycleWeek')),
  );

const legendItem = (look: string, sign: string, words: string): HTMLElement =>
  element('li', {}, element('span', { class: look, 'aria-hidden': 'true' }, sign), ` ${words}`);
