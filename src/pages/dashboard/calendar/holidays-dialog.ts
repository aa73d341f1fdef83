// Shows the holidays of a file, to choose which of them are added to the calendar. Nothing is stored by it.

import { dayInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import type { Calendar } from '../answers.ts';
import { openDialog } from '../open-dialog.ts';
import { say } from '../say.ts';
import { byFirstDay, isForAll, newId } from './change-days.ts';
import { type Holiday, type HolidaysRead, mostHolidays } from './read-holidays.ts';

/** @param from the first day that is shown: what was over before it is not chosen */
export function holidaysDialog(
  read: HolidaysRead,
  calendar: Calendar,
  from: number,
  take: (calendar: Calendar, count: number) => void,
): void {
  openDialog(say('holidaysInFile'), (close) => {
    if (read.outcome !== 'read')
      return [
        element(
          'p',
          { role: 'alert' },
          read.outcome === 'none' ? say('noHolidays') : say('tooManyHolidays', { most: mostHolidays }),
        ),
      ];
    const rows = read.holidays.map((holiday, index) => {
      const isThere = isKnown(calendar, holiday);
      const box = element('input', {
        ...{ id: `holiday-${index}`, type: 'checkbox', disabled: isThere },
        checked: !isThere && holiday.lastDay >= from,
      });
      const { firstDay, lastDay, name } = holiday;
      const first = dayInWords(firstDay);
      const span = firstDay === lastDay ? first : say('between', { first, last: dayInWords(lastDay) });
      const label = element(
        'label',
        { for: box.id },
        nameOf(name),
        ' ',
        element('span', { class: 'quiet' }, isThere ? `${span} · ${say('alreadyThere')}` : span),
      );
      return { holiday, box, row: element('li', { class: 'check' }, box, label) };
    });
    const submit = (event: Event) => {
      event.preventDefault();
      const chosen = rows.filter(({ box }) => box.checked).map(({ holiday }) => holiday);
      close();
      take(addHolidays(calendar, chosen), chosen.length);
    };
    return [
      element('p', {}, say('holidayCount', { count: read.holidays.length })),
      read.leftOut > 0 && element('p', { class: 'quiet' }, say('holidaysLeftOut', { count: read.leftOut })),
      element(
        'form',
        { class: 'stack', submit },
        element(
          'ul',
          { class: 'holidays', tabindex: '0', 'aria-label': say('holidaysInFile') },
          ...rows.map(({ row }) => row),
        ),
        element(
          'p',
          { class: 'buttons' },
          element('button', { class: 'primary' }, say('takeHolidays')),
          element('button', { type: 'button', click: close }, say('cancel')),
        ),
      ),
    ];
  });
}

const isKnown = ({ closures = [] }: Calendar, { name, firstDay, lastDay }: Holiday): boolean =>
  closures.some(
    (each) => isForAll(each) && each.name === name && each.firstDay === firstDay && each.lastDay === lastDay,
  );

/** Each as a closure for everybody, beside what there is: nothing that was set before goes. */
function addHolidays(calendar: Calendar, holidays: readonly Holiday[]): Calendar {
  const closures = [...(calendar.closures ?? [])];
  for (const { name, firstDay, lastDay } of holidays)
    closures.push({ id: newId('closure', firstDay, closures), name, firstDay, lastDay, classEntityIds: null });
  return { ...calendar, closures: byFirstDay(closures) };
}
