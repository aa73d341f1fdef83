// The page of one person: whose it is, how to subscribe, what changed, the days of two weeks, and what is special about those
// to come.

import { timeInWords, weekdayInWords } from '../ui/date-words.ts';
import { element, nameOf } from '../ui/element.ts';
import { myDays } from './days/my-days.ts';
import { groupsSection, withoutGroups } from './days/my-groups.ts';
import { nextHolidays, specialDays } from './days/special-days.ts';
import { type TwoWeeks, twoWeeks } from './days/two-weeks.ts';
import type { WhatDiffers } from './days/what-differs.ts';
import type { Seen } from './kept-entry.ts';
import { keptLink } from './kept-link.ts';
import { say } from './say.ts';
import { subscribeSection } from './subscribe-section.ts';

export type MyPage = {
  root: HTMLElement;
  title: string;
  /** Brings the page up to a moment, in milliseconds since 1970. */
  advance(moment: number): void;
};

/**
 * @param differing what is loaded where something differs
 * @param isOld whether it is what was seen last, since there is no connection
 * @param chosen the day that a phone shows; today if it is left out
 */
export function myPage(
  token: string,
  { my, at }: Seen,
  differing: WhatDiffers | null,
  isOld: boolean,
  chosen: number | null = null,
): MyPage {
  const { kind, entity, orgName } = my;
  const all = myDays(my, differing);
  let days = withoutGroups(all, keptLink.hidden(token));
  const dated = element('div', { class: 'my-dated' });
  let weeks: TwoWeeks | null = null;
  let drawn = { date: 0, time: '' };
  function advance(moment: number): void {
    const now = days.now(moment);
    if (now.date === drawn.date && now.time === drawn.time) return;
    if (weeks !== null && now.date === drawn.date) weeks.advance(moment);
    else draw(moment, drawn.date === 0 ? chosen : null);
    drawn = now;
  }
  function draw(moment: number, day: number | null): void {
    const { date } = days.now(moment);
    weeks = twoWeeks(days, moment, dated, day);
    const special = [nextHolidays(days, date), specialDays(days, date)].filter((part) => part !== null);
    dated.replaceChildren(...weeks.parts, ...special);
  }
  const today = days.now(Date.now()).date;
  const groups = groupsSection(all, today, keptLink.hidden(token), (hidden) => {
    keptLink.hideGroups(token, hidden);
    days = withoutGroups(all, hidden);
    draw(Date.now(), chosenDay(dated));
  });
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
    element('div', { class: 'my-tools' }, subscribeSection(token), groups),
    isOld &&
      element(
        'p',
        { class: 'notice', role: 'status' },
        say('asOf', { day: weekdayInWords(seen.date), time: timeInWords(seen.time) }),
      ),
    whatChanged(),
    !days.isDated && element('p', { class: 'quiet' }, say('noCalendar')),
    dated,
  );
  return { root, title: `${entity.name} · ${orgName}`, advance };

  function whatChanged(): HTMLElement | null {
    const before = keptLink.before(token);
    if (before === null || differing === null) return null;
    const old = withoutGroups(myDays(before.my, differing), keptLink.hidden(token));
    const changes = differing.changesSince(old, days, today, old.now(before.at).date);
    if (changes.length === 0) {
      keptLink.readChanges(token);
      return null;
    }
    const section = differing.changesSection(changes, old, days, () => {
      keptLink.readChanges(token);
      section.remove();
      root.querySelector<HTMLElement>('h1')?.focus();
    });
    return section;
  }
}

/** The day that a phone shows. */
export function chosenDay(within: HTMLElement): number | null {
  const date = within.querySelector('.my-day.chosen')?.getAttribute('data-date');
  return date === null || date === undefined ? null : Number(date);
}
