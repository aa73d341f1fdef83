// Holidays from a file, and the calendar as files: the holidays for calendar programs, the whole for programs.

import { decodeList } from '../../slips/decode-list.ts';
import { element } from '../../ui/element.ts';
import { download } from '../../viewer/saving/download.ts';
import type { Calendar, Organisation } from '../answers.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import { holidaysDialog } from './holidays-dialog.ts';
import { longestFile, readHolidays } from './read-holidays.ts';
import { writeHolidays } from './write-holidays.ts';

type Given = {
  organisation: Organisation;
  calendar: () => Calendar;
  /** The first day that is shown. */
  from: number;
  take: (calendar: Calendar, count: number) => void;
};

export function calendarFiles({ organisation, calendar, from, take }: Given): HTMLElement[] {
  const file = element('input', {
    ...{ id: 'holiday-file', type: 'file', accept: '.ics,text/calendar' },
    change: () => void open(file.files?.[0]),
  });
  async function open(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    // A file that is too large need not be read to the end to be refused.
    const bytes = new Uint8Array(await chosen.slice(0, longestFile + 1).arrayBuffer());
    file.value = '';
    holidaysDialog(readHolidays(decodeList(bytes)), calendar(), from, take);
  }
  const saveHolidays = () =>
    download(
      new Blob([writeHolidays(calendar(), organisation, Date.now())], { type: 'text/calendar' }),
      organisation.name,
      'ics',
    );
  const saveAll = () =>
    download(new Blob([JSON.stringify(calendar(), null, 2)], { type: 'application/json' }), organisation.name, 'json');
  return [
    formField(say('holidayFile'), file, say('holidayFileHint')),
    element(
      'p',
      { class: 'buttons' },
      element('button', { type: 'button', id: 'export-ics', click: saveHolidays }, say('exportIcs')),
      element('button', { type: 'button', id: 'export-json', click: saveAll }, say('exportJson')),
    ),
  ];
}
