// Lays out the cells of a day. A block is a period of time in which cells overlap; each cell gets the first lane that is
// free when it begins.

import type { GridBlock, PlacedCell } from './grid.ts';

export function layBlocks<Cell extends PlacedCell>(cells: readonly Cell[]): GridBlock<Cell>[] {
  const blocks: GridBlock<Cell>[] = [];
  let ends: string[] = [];
  for (const cell of [...cells].sort(byTime)) {
    let block = blocks.at(-1);
    if (block === undefined || cell.startTime >= block.endTime) {
      const { startTime, endTime } = cell;
      block = { startTime, endTime, name: null, lanes: 0, cells: [] };
      blocks.push(block);
      ends = [];
    }
    const free = ends.findIndex((end) => end <= cell.startTime);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = cell.endTime;
    block.lanes = ends.length;
    block.cells.push({ ...cell, lane });
    if (cell.endTime > block.endTime) block.endTime = cell.endTime;
  }
  for (const block of blocks) block.name = sharedName(block.cells);
  return blocks;
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
