// The page of one person: whose it is, today, this week and the next, special days, and how to subscribe.

import { addDays } from '../../calendar/time/day.ts';
import { beginOfWeek } from '../../calendar/time/school-week.ts';
import { timeInWords, weekdayInWords } from '../ui/date-words.ts';
import { element, nameOf } from '../ui/element.ts';
import type { Seen } from './kept-link.ts';
import { myDays } from './my-days.ts';
import { say } from './say.ts';
import { specialDays } from './special-days.ts';
import { subscribeSection } from './subscribe-section.ts';
import { todaySection } from './today-section.ts';
import { weekSection } from './week-section.ts';

export type MyPage = {
  root: HTMLElement;
  title: string;
  /** Brings the page up to a moment, in milliseconds since 1970. */
  advance(moment: number): void;
};

/** @param isOld whether it is what was seen last, since there is no connection */
export function myPage(token: string, { my, at }: Seen, isOld: boolean): MyPage {
  const { kind, entity, orgName } = my;
  const days = myDays(my);
  const dated = element('div', { class: 'my-dated' });
  let drawn = { date: 0, time: '' };
  function advance(moment: number): void {
    const now = days.now(moment);
    if (now.date === drawn.date && now.time === drawn.time) return;
    const today = todaySection(days, kind, moment);
    if (now.date === drawn.date) {
      dated.firstElementChild?.replaceWith(today);
    } else {
      const first = beginOfWeek(now.date, days.weekStart);
      const special = specialDays(days, now.date);
      dated.replaceChildren(
        today,
        weekSection(days, kind, 'thisWeek', first, now.date),
        weekSection(days, kind, 'nextWeek', addDays(first, 7), now.date),
        ...(special === null ? [] : [special]),
      );
    }
    drawn = now;
  }
  advance(Date.now());
  const seen = days.now(at);
  const root = element(
    'main',
    { id: 'content', class: 'my-page' },
    element(
      'div',
      { class: 'page-head' },
      element('h1', { tabindex: '-1' }, nameOf(entity.name)),
      element('p', { class: 'quiet' }, say(kind), ' · ', nameOf(orgName)),
    ),
    isOld &&
      element(
        'p',
        { class: 'notice', role: 'status' },
        say('asOf', { day: weekdayInWords(seen.date), time: timeInWords(seen.time) }),
      ),
    !days.isDated && element('p', { class: 'quiet' }, say('noCalendar')),
    dated,
    subscribeSection(token),
  );
  return { root, title: `${entity.name} · ${orgName}`, advance };
}
