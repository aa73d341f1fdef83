// What stands above a week of dates: the notes of its days, and who is away.

import type { DayContent } from '../../../client/days/day-in.ts';
import { weekdayInWords } from '../../ui/date-words.ts';
import { noteLines } from '../../ui/days/day-notes.ts';
import { element } from '../../ui/element.ts';
import { say } from '../say.ts';

/** @param isUnread whether what is different could not be read */
export function weekNotes(
  days: readonly { date: number; content: DayContent }[],
  isUnread: boolean,
): HTMLElement | null {
  const items = days.flatMap(({ date, content }) =>
    noteLines(content).map((line) =>
      element('li', {}, element('strong', {}, weekdayInWords(date)), ' ', element('span', { class: 'said' }, ...line)),
    ),
  );
  if (items.length === 0 && !isUnread) return null;
  return element(
    'section',
    { class: 'day-notes', 'aria-label': say('dayNotes') },
    isUnread && element('p', { class: 'notice', role: 'status' }, say('changesNotRead')),
    items.length > 0 && element('ul', {}, ...items),
  );
}
