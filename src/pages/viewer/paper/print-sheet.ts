// The sheets of paper for one class, teacher, room, student or subject. Each names the school, whose timetable it is, its
// version and the day it was printed on, since sheets get separated.

import type { GridWeek, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { gridFor } from '../../../client/grid/grid-for.ts';
import { dayInWords, windowInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import type { Entry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import { dates, todayNumber } from '../dates/dates.ts';
import { weekInWords } from '../dates/week-names.ts';
import { cellButton } from '../grid/cell-button.ts';
import { coloursOf } from '../grid/colours-of.ts';
import { paperRows } from '../grid/time-lines.ts';
import { weekGrid } from '../grid/week-grid.ts';
import { say } from '../say.ts';
import { labelOf } from '../versions-page.ts';
import { fitLetters } from './fit-letters.ts';

export const papers = ['A4', 'A3', 'A2'] as const;
/** A4 is a sheet for each five days; the others are posters, with all days on one where letters stay larger than on A4. */
export type Paper = (typeof papers)[number];

/** @returns a function from an entry to its sheets */
export function sheetPrinter(timetable: ResolvedTimetable, paper: Paper): (entry: Entry) => HTMLElement[] {
  const naming = namingOf(timetable);
  const colourOf = coloursOf(timetable);
  return (entry) => {
    const rows = gridFor(timetable, entry.selection).weeks.flatMap(paperRows);
    const draw = (row: GridWeek) => {
      const week = weekGrid(
        row,
        (cell) => cellButton(cell, { kind: entry.kind, naming, color: colourOf(cell.subjects) }, () => {}),
        row.week === null ? null : weekInWords(timetable, row.week),
      );
      fitLetters(week);
      return week;
    };
    const sheetOf = (row: GridWeek) => sheet(head(timetable, entry, row.week), [draw(row)]);
    if (paper === 'A4') return rows.map(sheetOf);
    if (onPoster(rows.length, paper).zoom < leastZoom) return rows.map((row) => poster(sheetOf(row), 1, paper));
    const weeks = rows.flatMap((row) => [
      ...(row.week === null ? [] : [element('h3', { class: 'week-title' }, weekInWords(timetable, row.week))]),
      draw(row),
    ]);
    return [poster(sheet(head(timetable, entry, null), weeks), rows.length, paper)];
  };
}

const sheet = (head: HTMLElement, weeks: readonly HTMLElement[]): HTMLElement =>
  element('article', { class: 'sheet' }, head, ...weeks);

/** Millimetres within the margins of a poster, the longer side first. */
const posterSides = { A3: [392, 269], A2: [554, 380] } as const;

/** A poster that enlarges less than this would be no better to read from afar than A4. */
const leastZoom = 1.2;

/** How far rows of A4 sheets, one above the other, are enlarged to fill the poster, across or upright. */
function onPoster(rows: number, paper: 'A3' | 'A2'): { zoom: number; isUpright: boolean } {
  const [width, height] = [277, 13 + 181 * rows];
  const [long, short] = posterSides[paper];
  const across = Math.min(long / width, short / height);
  const upright = Math.min(short / width, long / height);
  return { zoom: Math.max(across, upright), isUpright: upright > across };
}

function poster(made: HTMLElement, rows: number, paper: 'A3' | 'A2'): HTMLElement {
  const { zoom, isUpright } = onPoster(rows, paper);
  made.classList.add('poster', `${paper.toLowerCase()}${isUpright ? '-upright' : ''}`);
  made.style.setProperty('--rows', String(rows));
  made.style.setProperty('--zoom', zoom.toFixed(3));
  return made;
}

function head(timetable: ResolvedTimetable, entry: Entry, week: number | null): HTMLElement {
  const { document: version } = timetable;
  const dot = ' · ';
  const special = dates().school?.special(timetable, entry.selection, todayNumber()) ?? null;
  return element(
    'div',
    { class: 'sheet-head' },
    element('h2', {}, nameOf(entry.title), element('span', { class: 'quiet' }, dot, say(entry.kind))),
    element(
      'p',
      { class: 'quiet' },
      ...[nameOf(version.name), dot, nameOf(labelOf(version)), dot],
      windowInWords(version.effectiveFrom, version.effectiveTo),
      version.status === 'draft' && ` (${say('draft')})`,
      week !== null && dot + weekInWords(timetable, week),
      dot + say('printed', { day: dayInWords(todayNumber()) }),
    ),
    special !== null && element('p', { class: 'quiet' }, say('calendar'), ': ', ...special),
  );
}
