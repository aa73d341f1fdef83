// Draws one week: days side by side, time downwards. It looks like a grid. For screen readers and on a phone it is one
// list per day, in order of time, with breaks in place.

import type { GridBlock, GridTimeline, PlacedCell } from '../../../client/belfry-client.ts';
import { spanInWords, timeInWords } from '../../ui/date-words.ts';
import { element, nameOf, visuallyHidden } from '../../ui/element.ts';
import { countMore } from '../../ui/texts.ts';
import { say } from '../say.ts';
import { longestWord } from './cell-button.ts';
import type { DrawnDay, DrawnWeek } from './drawn-day.ts';
import { leadingTimeline, minutesOf, repeatsTimes, type TimeLines, timeLines } from './time-lines.ts';

export type DrawCell = (cell: PlacedCell) => HTMLElement;

/** The most cells side by side in true proportions; more are tiled. */
const maxLanes = 2;
/** The longest word in a cell beside another; a longer one would be broken in a narrow day. */
const lettersBeside = 6;
/** Tiles of one block that are shown; a button shows the others. */
const maxTiles = 6;

/**
 * @param title what the week is called; null where there is one only
 * @param lines those of several weeks side by side, or its own
 */
export function weekGrid(
  week: DrawnWeek,
  draw: DrawCell,
  title: string | null,
  lines: TimeLines = timeLines(week),
): HTMLElement {
  const leading = leadingTimeline(week.days);
  const onAxis = axisTest(leading);
  const drawn: DrawCell = (cell) => {
    const item = draw(cell);
    item.classList.toggle('on-axis', onAxis(cell));
    return item;
  };
  const root = element(
    'div',
    {
      class: 'week',
      role: 'group',
      'aria-label': title ?? say('theWeek'),
    },
    axis(lines, leading),
    ...week.days.map((day, index) => dayColumn(day, index, lines, leading, drawn, title !== null)),
  );
  root.style.setProperty('--days', String(week.days.length));
  root.style.setProperty(
    '--rows',
    lines.minutes.map((minutes) => `minmax(calc(var(--minute) * ${minutes}), auto)`).join(' ') || 'auto',
  );
  root.style.setProperty('--print-rows', lines.weights.map((weight) => `minmax(0, ${weight}fr)`).join(' ') || 'auto');
  return root;
}

/** Whether the axis shows the times of a lesson, so that the cell need not. */
function axisTest(leading: GridTimeline | null): (cell: PlacedCell) => boolean {
  const starts = new Set(leading?.periods.map(({ startTime }) => startTime));
  const ends = new Set(leading?.periods.map(({ endTime }) => endTime));
  return ({ startTime, endTime }) => starts.has(startTime) && ends.has(endTime);
}

function place(item: HTMLElement, lines: TimeLines, { startTime, endTime }: { startTime: string; endTime: string }) {
  item.style.gridRow = `${lines.lineOf(startTime)} / ${lines.lineOf(endTime)}`;
}

/** Minutes from which a cell has room for its end below its start. */
const leastForEnd = 30;

/** How many days have been drawn, which makes their ids unique. */
let dayCount = 0;

/** The times on the axis: periods where the days agree, full hours where they do not. */
function axis(lines: TimeLines, leading: GridTimeline | null): HTMLElement {
  const root = element('div', { class: 'axis', 'aria-hidden': 'true' });
  if (leading === null) {
    for (const [index, time] of lines.times.slice(0, -1).entries()) {
      const before = index === 0 ? -60 : minutesOf(lines.times[index - 1] ?? time);
      if (Math.floor(before / 60) === Math.floor(minutesOf(time) / 60)) continue;
      const mark = element('div', { class: 'axis-hour' }, timeInWords(time));
      mark.style.gridRow = `${index + 2}`;
      root.append(mark);
    }
    return root;
  }
  for (const period of leading.periods) {
    const mark = element(
      'div',
      { class: 'axis-period' },
      !repeatsTimes(period) &&
        nameOf(period.name.replace(/^(period|stunde|heure|hora|الحصة|урок) /i, ''), { title: period.name }),
      element('span', {}, timeInWords(period.startTime)),
      minutesOf(period.endTime) - minutesOf(period.startTime) >= leastForEnd &&
        element('span', {}, timeInWords(period.endTime)),
    );
    place(mark, lines, period);
    root.append(mark);
  }
  return root;
}

function dayColumn(
  day: DrawnDay,
  index: number,
  lines: TimeLines,
  leading: GridTimeline | null,
  draw: DrawCell,
  hasTitle: boolean,
): HTMLElement {
  const items: { at: string; item: HTMLElement }[] = [];
  for (const block of day.blocks) {
    for (const item of blockItems(block, lines, draw)) items.push({ at: block.startTime, item });
  }
  const [timeline, second] = day.timelines;
  if (timeline !== undefined && second === undefined) {
    const sameClock = leading?.periods === timeline.periods;
    for (const period of timeline.periods) {
      if (!isFree(period, day.blocks)) continue;
      // The axis shows the time to the eye.
      const time = sameClock ? visuallyHidden(timeInWords(period.startTime)) : element('span', {}, spanInWords(period));
      const item = element('li', { class: 'free' }, time, visuallyHidden(` ${say('free')}`));
      place(item, lines, period);
      items.push({ at: period.startTime, item });
    }
    for (const each of timeline.breaks) {
      if (!isFree(each, day.blocks)) continue;
      const times = `${spanInWords(each)} `;
      const item = element(
        'li',
        { class: 'break' },
        element('span', {}, times),
        !repeatsTimes(each) && nameOf(each.name),
      );
      place(item, lines, each);
      items.push({ at: each.startTime, item });
    }
  }
  if (day.closed !== undefined) items.push({ at: '', item: element('li', { class: 'closed' }, ...day.closed) });
  else if (day.blocks.length === 0)
    items.push({ at: '', item: element('li', { class: 'no-lessons' }, say('emptyDay')) });
  items.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  // One level below the heading of the week, if there is one.
  const level = hasTitle ? 'h3' : 'h2';
  dayCount += 1;
  const id = `day-${dayCount}`;
  const column = element(
    'div',
    { class: 'day', role: 'group', 'aria-labelledby': id },
    element(level, { class: 'day-name', id }, ...(day.heading ?? [nameOf(day.label)])),
    element('ol', {}, ...items.map(({ item }) => item)),
  );
  column.style.gridColumn = String(index + 2);
  return column;
}

const isFree = ({ startTime, endTime }: { startTime: string; endTime: string }, blocks: readonly GridBlock[]) =>
  !blocks.some(({ cells }) => cells.some((cell) => cell.startTime < endTime && startTime < cell.endTime));

function blockItems(block: GridBlock, lines: TimeLines, draw: DrawCell): HTMLElement[] {
  const name = block.name === null ? null : nameOf(block.name, { class: 'block-name' });
  const buttons = block.cells.map((cell) => ({ cell, button: draw(cell) }));
  const fits = block.lanes <= maxLanes && buttons.every(({ button }) => lettersOf(button) <= lettersBeside);
  if ((block.lanes > 1 && !fits) || (name !== null && block.cells.length > 1))
    return [tiledBlock(block, name, buttons, lines)];
  return buttons.map(({ cell, button }) => {
    const item = element('li', {}, button);
    place(item, lines, cell);
    const width = maxLanes / block.lanes;
    item.style.gridColumn = `${cell.lane * width + 1} / span ${width}`;
    return item;
  });
}

const lettersOf = (button: HTMLElement): number =>
  Math.max(
    ...[...button.querySelectorAll('.cell-title, .cell-line')].map(({ textContent }) => longestWord(textContent)),
  );

type Drawn = { cell: PlacedCell; button: HTMLElement };

/** The cells of a block stacked, each as wide as its text needs. */
function tiledBlock(
  block: GridBlock,
  name: HTMLElement | null,
  buttons: readonly Drawn[],
  lines: TimeLines,
): HTMLElement {
  const tiles = buttons.map(({ cell, button }) => {
    const tile = element('li', {}, button);
    // The block shows its own time once; a tile shows a time only where it differs.
    if (cell.startTime === block.startTime && cell.endTime === block.endTime) tile.classList.add('same-time');
    return tile;
  });
  const hidden = tiles.length > maxTiles ? tiles.slice(maxTiles - 1) : [];
  for (const tile of hidden) tile.hidden = true;
  const more = element(
    'button',
    {
      type: 'button',
      class: 'more',
      'aria-expanded': 'false',
      click: () => {
        for (const tile of hidden) tile.hidden = false;
        more.remove();
        hidden[0]?.querySelector('button')?.focus();
      },
    },
    countMore(hidden.length),
    visuallyHidden(` ${say('moreAtOnce')}`),
  );
  const time = element('span', { class: 'cell-time' }, `${spanInWords(block)} `);
  // A lesson that once took place here does not count.
  const atOnce = buttons.filter(({ button }) => !button.matches('.former')).length;
  const item = element(
    'li',
    { class: 'parallel' },
    element('div', { class: 'block-head' }, time, name ?? (atOnce > 1 && say('atOnce', { count: atOnce }))),
    element('ul', {}, ...tiles),
    hidden.length > 0 && more,
  );
  // A block is compared with the axis by its longest lessons.
  const whole = tiles.find((tile) => tile.classList.contains('same-time'));
  if (whole?.querySelector('.on-axis')) item.classList.add('on-axis');
  place(item, lines, block);
  return item;
}
