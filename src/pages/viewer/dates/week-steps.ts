// The links above a grid at a school with a calendar: to the week before and after, to the present one, to that of a date, and
// to the plain cycle. Where another version of the timetable applies in a week, they lead to it. Loaded with the calendar.

import { appliesOn } from '../../../calendar/lessons/applies-on.ts';
import { findInUse } from '../../../calendar/lessons/find-in-use.ts';
import { addDays, isoDay } from '../../../calendar/time/day.ts';
import { beginOfWeek } from '../../../calendar/time/school-week.ts';
import type { TimetableVersionSummary } from '../../../client/belfry-client.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { element } from '../../ui/element.ts';
import { say } from '../say.ts';
import type { DatedWeek, WeekLinks } from './date-rule.ts';

type Version = Pick<TimetableVersionSummary, 'id' | 'groupId' | 'effectiveFrom' | 'effectiveTo'>;

/**
 * The URL of the week of a date: in this version where it applies then, or else in the one that is in use on the date, or on
 * another day of its week; null where none is. The present week of a version that is in use has no date in its URL, so that a bookmark stays in the present.
 */
export function weekHref(
  version: Version,
  { versions, dateHref }: WeekLinks,
  date: number,
  today: number,
  start: number,
) {
  const first = beginOfWeek(date, start);
  const days = [date, ...Array.from({ length: 7 }, (_, index) => addDays(first, index))];
  const own = versions.filter(({ groupId }) => groupId === version.groupId);
  const on = (day: number) => (appliesOn(version, day) ? version : (findInUse(own, day)[0]?.version ?? []));
  const [found] = days.flatMap(on);
  if (found === undefined) return null;
  const isPresent = date === today && found.effectiveFrom !== null && appliesOn(found, today);
  return dateHref(isPresent ? null : date, found.id);
}

/** What the reader pressed last: it keeps the focus when the week is drawn anew. */
let pressed: string | null = null;

/** @param dated the week that is shown; null where the plain cycle is */
export function weekSteps(
  version: Version,
  dated: DatedWeek | null,
  links: WeekLinks,
  today: number,
  start: number,
): HTMLElement {
  const hrefOf = (date: number) => weekHref(version, links, date, today, start);
  const link = (name: string, href: string | null, text: string, label: string | null, isCurrent = false) =>
    element(
      'a',
      {
        class: name,
        href,
        role: href === null ? 'link' : null,
        'aria-disabled': href === null ? 'true' : null,
        'aria-label': label,
        title: label,
        'aria-current': isCurrent ? 'true' : null,
        click: () => {
          pressed = name;
        },
      },
      text,
    );
  // The day that is nearest to today while the version applies.
  const nearest = Math.max(version.effectiveFrom ?? 0, Math.min(version.effectiveTo ?? today, today));
  if (dated === null) return nav(link('by-date', hrefOf(nearest), say('weekByDate'), null));

  const { first, title } = dated;
  const input = element('input', {
    class: 'to-date',
    type: 'date',
    required: true,
    value: isoDay(links.date ?? Math.max(first, first === beginOfWeek(today, start) ? today : first)),
    'aria-label': say('goToDate'),
    change: () => {
      const date = Number(input.value.replaceAll('-', ''));
      const href = date > 0 ? hrefOf(date) : null;
      input.setCustomValidity(date > 0 && href === null ? say('usedNone', { day: dayInWords(date) }) : '');
      if (href === null) return void input.reportValidity();
      pressed = 'to-date';
      location.assign(href);
    },
  });
  return nav(
    element(
      'span',
      { class: 'week-step' },
      link('to-previous', hrefOf(addDays(first, -7)), '‹', say('previousWeek')),
      element('strong', {}, title),
      link('to-next', hrefOf(addDays(first, 7)), '›', say('nextWeek')),
    ),
    link('to-today', hrefOf(today), say('today'), null, first === beginOfWeek(today, start)),
    input,
    link('to-plain', links.plainHref, say('plainWeek'), null),
  );
}

function nav(...items: HTMLElement[]): HTMLElement {
  const root = element('nav', { class: 'week-steps no-print', 'aria-label': say('weeks') }, ...items);
  const again = pressed;
  pressed = null;
  // After the page has been put in place.
  if (again !== null) queueMicrotask(() => root.querySelector<HTMLElement>(`.${again}`)?.focus());
  return root;
}
