// A day with what is different on it, and the steps to other days; and for those who may change something a file to store and a
// range to withdraw. The day is read again when something has happened, and the file that somebody works on is left alone.

import { addDays, isoDay } from '../../../calendar/time/day.ts';
import { weekdayInWords } from '../../ui/date-words.ts';
import { element } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import { type LivePart, livePart } from '../live/live-part.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { announce } from '../parts/outcome-line.ts';
import { todayAt } from '../school-day.ts';
import { clearDays } from './clear-days.ts';
import { dayFile } from './day-file.ts';
import { daySections } from './day-sections.ts';
import { sayDay } from './day-words.ts';

const steps = [
  ['day-week-earlier', -7],
  ['day-before', -1],
  ['day-today', null],
  ['day-after', 1],
  ['day-week-later', 7],
] as const;

export async function daysView(of: PartOf): Promise<LivePart> {
  const today = () => todayAt(of.organisation);
  let day = of.day ?? today();
  const heading = element('h3', { id: 'shown-day', tabindex: '-1' });
  const links = steps.map(([words, days]) => {
    const go = (event: Event) => {
      // With another key the browser opens the day in a tab of its own.
      if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
      event.preventDefault();
      void show(days === null ? today() : addDays(day, days));
    };
    return { link: element('a', { click: go }, sayDay(words)), days };
  });
  const shown = livePart<'getDay'>(
    () => `${of.path}/days/${isoDay(day)}`,
    (answer) => daySections(answer, day),
  );
  const hrefOf = (date: number) => organisationHref(of.organisation.id, 'days', isoDay(date));
  const write = () => {
    heading.textContent = weekdayInWords(day);
    for (const { link, days } of links) link.href = hrefOf(days === null ? today() : addDays(day, days));
  };
  async function show(date: number): Promise<void> {
    day = date;
    write();
    history.replaceState(null, '', hrefOf(day));
    announce(weekdayInWords(day));
    await shown.refresh();
  }
  write();
  await shown.refresh();
  const root = element(
    'div',
    { class: 'stack' },
    element('nav', { class: 'steps no-print', 'aria-label': sayDay('day-choose') }, ...links.map(({ link }) => link)),
    element('section', { class: 'stack', 'aria-labelledby': 'shown-day' }, heading, shown.root),
    of.desk.mayChange && dayFile(of.path, (first) => void show(first)),
    of.desk.mayChange && clearDays(of.path, () => day, shown.refresh),
  );
  return { root, refresh: shown.refresh };
}
