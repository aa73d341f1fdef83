// Draws weeks as a picture for sending: what the grid shows, in black on white, whatever the screen.

import type { GridBlock, GridDay, GridWeek, PlacedCell } from '../../../client/belfry-client.ts';
import { timeInWords } from '../../ui/date-words.ts';
import { countMore } from '../../ui/texts.ts';
import { timeLines } from '../grid/time-lines.ts';
import { type Pen, penOn } from './picture-pen.ts';

/** What a lesson says. */
export type PictureCell = { title: string; lines: readonly string[]; color: string | null };

export type Picture = {
  /** The first line is larger. */
  head: readonly string[];
  weeks: readonly { title: string | null; week: GridWeek }[];
  describe: (cell: PlacedCell) => PictureCell;
  isRightToLeft: boolean;
};

/** CSS pixels. A lesson beside others is no narrower than `lane`. */
const size = { margin: 20, axis: 64, day: 170, lane: 90, dayName: 28, title: 34, minute: 1.7, gap: 3 };
/** Of more lessons at once, the last box says how many. */
const maxLanes = 24;
/** Browsers refuse larger canvases. */
const most = { side: 16_000, pixels: 100_000_000 };

/** @throws Error if the browser makes no picture */
export async function gridPicture({ head, weeks, describe, isRightToLeft }: Picture): Promise<Blob> {
  const laid = weeks.map(({ title, week }) => layOut(title, week));
  const width = 2 * size.margin + size.axis + Math.max(size.day, ...laid.map((week) => week.width));
  const headHeight = 30 * head.length;
  const height = 2 * size.margin + headHeight + laid.reduce((sum, week) => sum + week.height, 0);

  const canvas = document.createElement('canvas');
  const scale = Math.min(2, most.side / width, most.side / height, Math.sqrt(most.pixels / (width * height)));
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.scale(scale, scale);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.direction = isRightToLeft ? 'rtl' : 'ltr';
  const pen = penOn(context, width, isRightToLeft);

  let top = size.margin;
  for (const [index, line] of head.entries()) {
    pen.text(line, { x: size.margin, y: top + 20, width: width - 2 * size.margin, font: index === 0 ? 20 : 13 });
    top += 30;
  }
  for (const week of laid) {
    drawWeek(pen, week, top, describe);
    top += week.height;
  }
  const file = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'));
  if (file === null) throw new Error('this browser makes no PNG');
  return file;
}

type LaidOut = ReturnType<typeof layOut>;

/** The places within a week, from its own top and from the end of its axis. */
function layOut(title: string | null, { week, days }: GridWeek) {
  const lines = timeLines({ week, days });
  const first = (title === null ? 0 : size.title) + size.dayName;
  const tops = [first];
  for (const weight of lines.weights) tops.push((tops.at(-1) ?? 0) + weight * size.minute);
  const placed: { day: GridDay; left: number; width: number }[] = [];
  let width = 0;
  for (const day of days) {
    const own = Math.max(size.day, ...day.blocks.map(({ lanes }) => Math.min(lanes, maxLanes) * size.lane));
    placed.push({ day, left: width, width: own });
    width += own;
  }
  const yOf = (time: string) => tops[lines.lineOf(time) - 2] ?? first;
  return { title, days: placed, width, first, bottom: tops.at(-1) ?? first, height: (tops.at(-1) ?? first) + 12, yOf };
}

function drawWeek(pen: Pen, week: LaidOut, top: number, describe: Picture['describe']): void {
  const yOf = (time: string) => top + week.yOf(time);
  if (week.title !== null) pen.text(week.title, { x: size.margin, y: top + 22, width: week.width, font: 16 });
  for (const { day, left, width } of week.days) {
    const x = size.margin + size.axis + left;
    pen.text(day.label, { x, y: top + week.first - 10, width: width - 6, font: 14 });
    pen.line(x - 2, top + week.first, top + week.bottom);
    for (const block of day.blocks) drawBlock(pen, block, { x, width: width - 4, yOf }, describe);
  }
  for (const time of startsOf(week.days.map(({ day }) => day)))
    pen.text(timeInWords(time), { x: size.margin, y: yOf(time) + 12, width: size.axis - 8, font: 12 });
}

const startsOf = (days: readonly GridDay[]): Set<string> =>
  new Set(days.flatMap(({ timelines }) => timelines.flatMap(({ periods }) => periods.map((each) => each.startTime))));

function drawBlock(
  pen: Pen,
  { cells, lanes, startTime, endTime }: GridBlock,
  day: { x: number; width: number; yOf: (time: string) => number },
  describe: Picture['describe'],
): void {
  const width = day.width / Math.min(lanes, maxLanes);
  const drawn = lanes > maxLanes ? cells.filter(({ lane }) => lane < maxLanes - 1) : cells;
  const draw = (lane: number, from: string, to: string, content: PictureCell) => {
    const [x, y] = [day.x + lane * width, day.yOf(from)];
    const box = { x, y: y + 1, width: width - size.gap, height: day.yOf(to) - y - size.gap };
    pen.box(box, content.color);
    pen.paragraphs(content, { ...box, x: x + 8, y: y + 3, width: box.width - 11, height: box.height - 5 });
  };
  for (const cell of drawn) draw(cell.lane, cell.startTime, cell.endTime, describe(cell));
  if (drawn.length < cells.length) {
    const title = countMore(cells.length - drawn.length);
    draw(maxLanes - 1, startTime, endTime, { title, lines: [], color: null });
  }
}
