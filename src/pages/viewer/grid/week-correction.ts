// How the week of the cycle was counted, and a button for each other one: a school without a calendar may count differently.

import type { ResolvedTimetable } from '../../../client/belfry-client.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { element } from '../../ui/element.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { weekInWords } from '../dates/week-names.ts';
import { say } from '../say.ts';
import type { ShownGrid } from './grid-page.ts';

/** The most weeks that are offered instead of the counted one. */
const maxOffered = 5;

/** Adds it to the banner of a grid whose weeks are counted. */
export function addWeekCorrection(timetable: ResolvedTimetable, { root, today, shift }: ShownGrid): void {
  if (!today?.week || today.countedFrom === null) return;
  root.querySelector('.now-head')?.append(weekCorrection(timetable, today.week, today.countedFrom, shift));
}

function weekCorrection(
  timetable: ResolvedTimetable,
  { number, of }: { number: number; of: number },
  countedFrom: number,
  onShift: ShownGrid['shift'],
): HTMLElement {
  const isCorrected = keptChoices.shift(timetable.document.groupId) !== 0;
  const others = Array.from({ length: Math.min(of - 1, maxOffered) }, (_, index) => index + 1);
  const button = (weeks: number) =>
    element(
      'button',
      { type: 'button', class: 'flip', click: () => onShift(weeks) },
      weekInWords(timetable, ((number - 1 + weeks) % of) + 1),
    );
  return element(
    'details',
    {},
    element('summary', { class: 'quiet' }, say('wrongWeek')),
    element(
      'p',
      { class: 'quiet' },
      isCorrected ? say('weekCorrected') : say('countedAbout', { day: dayInWords(countedFrom) }),
      ` ${say('setWeek')} `,
      ...others.map(button),
    ),
  );
}
