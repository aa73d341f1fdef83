// The sheets of paper for one class, teacher, room, student or subject. Each names the school, whose timetable it is, its
// version and the day it was printed on, since sheets get separated.

import type { GridCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { gridFor } from '../../../client/grid/grid-for.ts';
import { dayInWords, windowInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { count } from '../../ui/texts.ts';
import type { Entry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import type { DatedWeek } from '../dates/date-rule.ts';
import { dates, todayNumber } from '../dates/dates.ts';
import { weekInWords } from '../dates/week-names.ts';
import { cellButton, titleOf } from '../grid/cell-button.ts';
import { coloursOf } from '../grid/colours-of.ts';
import type { DrawnWeek } from '../grid/drawn-day.ts';
import { paperRows } from '../grid/time-lines.ts';
import { weekGrid } from '../grid/week-grid.ts';
import { say } from '../say.ts';
import { labelOf } from '../versions-page.ts';
import { fitLetters } from './fit-letters.ts';

export const papers = ['A4', 'A3', 'A2'] as const;
/** A4 is a sheet for each five days; the others are posters, with all days on one where letters stay larger than on A4. */
export type Paper = (typeof papers)[number];

export type OnPaper = {
  timetable: ResolvedTimetable;
  entry: Entry;
  weeks: readonly DrawnWeek[];
  /** The week of dates; null for weeks of the cycle. */
  dated: DatedWeek | null;
  unplaced: readonly GridCell[];
};

/** The weeks of an entry that are printed. @param date in the week of dates; null for the cycle */
export function onPaper(timetable: ResolvedTimetable, entry: Entry, date: number | null): OnPaper {
  const { weeks, unplaced } = gridFor(timetable, entry.selection);
  const dated = date === null ? null : (dates().school?.week(timetable, entry.selection, date) ?? null);
  return { timetable, entry, weeks: dated === null ? weeks : [dated.week], dated, unplaced };
}

export function sheetsOf({ timetable, entry, weeks, dated, unplaced }: OnPaper, paper: Paper): HTMLElement[] {
  const [naming, colourOf] = [namingOf(timetable), coloursOf(timetable)];
  const rows = weeks.flatMap(paperRows);
  const titleOfWeek = ({ week }: DrawnWeek) => (week === null ? null : weekInWords(timetable, week));
  const draw = (row: DrawnWeek) => {
    const week = weekGrid(
      row,
      (cell) => cellButton(cell, { kind: entry.kind, naming, color: colourOf(cell.subjects) }, () => {}),
      titleOfWeek(row),
    );
    fitLetters(week);
    return week;
  };
  const rest = (isLast: boolean) => (isLast && unplaced.length > 0 ? [restLine(unplaced)] : []);
  const notes = () => [dated?.notes() ?? []].flat();
  const sheetOf = (row: DrawnWeek, index: number) =>
    sheet(head(timetable, entry, dated?.title ?? titleOfWeek(row)), [
      ...notes(),
      draw(row),
      ...rest(index === rows.length - 1),
    ]);
  if (paper === 'A4') return rows.map(sheetOf);
  if (onPoster(rows.length, paper).zoom < leastZoom)
    return rows.map((row, index) => poster(sheetOf(row, index), 1, paper));
  const drawn = rows.flatMap((row) => [
    ...(row.week === null ? [] : [element('h3', { class: 'week-title' }, weekInWords(timetable, row.week))]),
    draw(row),
  ]);
  return [
    poster(
      sheet(head(timetable, entry, dated?.title ?? null), [...notes(), ...drawn, ...rest(true)]),
      rows.length,
      paper,
    ),
  ];
}

/** The most unscheduled lessons that are named. */
const mostNamed = 12;

const restLine = (unplaced: readonly GridCell[]): HTMLElement =>
  element(
    'p',
    { class: 'sheet-rest quiet' },
    `${say('notScheduled', { count: unplaced.length })}: `,
    ...listed(unplaced.slice(0, mostNamed).map((cell) => nameOf(titleOf(cell)))),
    unplaced.length > mostNamed && ` +${count(unplaced.length - mostNamed)}`,
  );

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

/** @param week its name or its dates; null where all weeks are the same */
function head(timetable: ResolvedTimetable, entry: Entry, week: string | null): HTMLElement {
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
      week !== null && dot + week,
      dot + say('printed', { day: dayInWords(todayNumber()) }),
    ),
    special !== null && element('p', { class: 'quiet' }, say('calendar'), ': ', ...special),
  );
}
