// Lays out the cells of a day. A block is a period of time in which cells overlap; each cell gets the first lane that is
// free when it begins.

import type { GridBlock, PlacedCell } from './grid.ts';

export function layBlocks<Cell extends PlacedCell>(cells: readonly Cell[]): GridBlock<Cell>[] {
  const blocks: GridBlock<Cell>[] = [];
  const lanes = createLanes();
  for (const cell of [...cells].sort(byTime)) {
    let block = blocks.at(-1);
    if (block === undefined || cell.startTime >= block.endTime) {
      const { startTime, endTime } = cell;
      block = { startTime, endTime, name: null, lanes: 0, cells: [] };
      blocks.push(block); // all lanes are free now
    }
    const lane = lanes.take(cell);
    block.lanes = Math.max(block.lanes, lane + 1);
    block.cells.push({ ...cell, lane });
    if (cell.endTime > block.endTime) block.endTime = cell.endTime;
  }
  for (const block of blocks) block.name = sharedName(block.cells);
  return blocks;
}

/** The lanes of a day. Cells are taken in the order of their start. */
function createLanes() {
  let count = 0;
  /** The lanes that are in use, by the time at which they become free: there are few different times. */
  const inUse = new Map<string, number[]>();
  /** The lowest at the end. */
  let free: number[] = [];
  return {
    /** @returns the first lane that is free when the cell begins */
    take({ startTime, endTime }: PlacedCell): number {
      const ended = [...inUse.keys()].filter((end) => end <= startTime);
      if (ended.length > 0) {
        free = [...free, ...ended.flatMap((end) => inUse.get(end) ?? [])].sort((one, other) => other - one);
        for (const end of ended) inUse.delete(end);
      }
      const lane = free.pop() ?? count++;
      const others = inUse.get(endTime);
      if (others === undefined) inUse.set(endTime, [lane]);
      else others.push(lane);
      return lane;
    },
  };
}

function byTime(one: PlacedCell, other: PlacedCell): number {
  if (one.startTime !== other.startTime) return one.startTime < other.startTime ? -1 : 1;
  if (one.endTime !== other.endTime) return one.endTime > other.endTime ? -1 : 1;
  return 0;
}

function sharedName(cells: readonly PlacedCell[]): string | null {
  const [name, ...others] = new Set(
    cells.flatMap(({ units }) => units.map(({ parallelGroupName }) => parallelGroupName)),
  );
  return others.length > 0 ? null : (name ?? null);
}
