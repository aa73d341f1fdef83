// Offers a grid as a file: a table for spreadsheets, a picture for sending, a PDF for printing, or the lessons for a calendar.

import type { GridCell, GridDay, GridWeek, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { layBlocks } from '../../../client/grid/lay-blocks.ts';
import { csvOf } from '../../../csv.ts';
import { windowInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { openDialog } from '../../ui/open-dialog.ts';
import type { Entry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import { weekInWords } from '../dates/week-names.ts';
import { cellButton } from '../grid/cell-button.ts';
import { coloursOf } from '../grid/colours-of.ts';
import { splitDays } from '../grid/time-lines.ts';
import { loadStyle } from '../load-style.ts';
import { type PlainKey, say } from '../say.ts';
import { labelOf } from '../versions-page.ts';
import { calendarFile } from './calendar-file.ts';
import { csvFile, download } from './download.ts';
import { gridPicture, type PictureCell } from './grid-picture.ts';
import { lessonTable } from './lesson-table.ts';

// Before it is opened.
await loadStyle('/dialog.css');

/** @param shown the weeks on the page: a file has what takes place */
export function openSaveDialog(
  timetable: ResolvedTimetable,
  entry: Entry,
  shown: readonly GridWeek[],
  unplaced: readonly GridCell[],
): void {
  const weeks = shown.map((each) => ({ ...each, days: each.days.map(withoutCancelled) }));
  const { document: version } = timetable;
  const name = `${entry.name} · ${version.name} · ${labelOf(version)}`;
  const status = element('p', { role: 'status' });
  const saveTable = () => download(csvFile(csvOf(lessonTable(timetable, weeks, unplaced))), name, 'csv');
  const savePicture = async () => {
    try {
      download(await pictureOf(timetable, entry, weeks), name, 'png');
    } catch (error) {
      status.textContent = say('pageFault');
      throw error;
    }
  };
  const saveCalendar = () => download(calendarFile(timetable, entry, name), name, 'ics');
  // The browser makes the PDF of what is printed, which are the sheets of what is shown.
  const savePdf = () => {
    dialog.close();
    print();
  };
  const offer = (words: PlainKey, save: () => void) => element('button', { type: 'button', click: save }, say(words));
  const dialog = openDialog(
    nameOf(entry.title),
    element(
      'p',
      { class: 'line' },
      offer('saveTable', saveTable),
      offer('savePicture', () => void savePicture()),
      offer('savePdf', savePdf),
      offer('saveCalendar', saveCalendar),
    ),
    element('p', { class: 'quiet' }, say('calendarAbout')),
    status,
  );
}

function withoutCancelled<Day extends GridDay>(day: Day): Day {
  const cells = day.blocks.flatMap((block) => block.cells);
  return cells.some(({ isOff }) => isOff) ? { ...day, blocks: layBlocks(cells.filter(({ isOff }) => !isOff)) } : day;
}

function pictureOf(timetable: ResolvedTimetable, entry: Entry, weeks: readonly GridWeek[]): Promise<Blob> {
  const { document: version } = timetable;
  const [naming, colourOf] = [namingOf(timetable), coloursOf(timetable)];
  // A lesson says on the picture what it says in the grid.
  const describe = (cell: GridCell): PictureCell => {
    const button = cellButton(cell, { kind: entry.kind, naming, color: null }, () => {});
    const textOf = (selector: string) => [...button.querySelectorAll(selector)].map((line) => line.textContent);
    return {
      title: textOf('.cell-title').join(' '),
      lines: textOf('.cell-line'),
      color: colourOf(cell.subjects),
    };
  };
  return gridPicture({
    head: [
      `${entry.title} · ${say(entry.kind)}`,
      `${version.name} · ${labelOf(version)} · ${windowInWords(version.effectiveFrom, version.effectiveTo)}`,
    ],
    weeks: weeks.flatMap((each) =>
      splitDays(each).map((row) => ({
        title: row.week === null ? null : weekInWords(timetable, row.week),
        week: row,
      })),
    ),
    describe,
    isRightToLeft: document.documentElement.dir === 'rtl',
  });
}
