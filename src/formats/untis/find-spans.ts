// Which periods of a lesson are one double period or block. GPU001 has a row for each period and does not say; GPU002 says
// how many there are to be.

/** How many doubles are allowed in a week, and the lengths of longer blocks. */
export type Blocks = { doubles: number; blocks: readonly number[] };

/**
 * @param days the periods of one week by day, those of one room for themselves
 * @returns spans of periods next to each other, the longest and then the first ones first
 */
export function findSpans(days: readonly (readonly number[])[], { doubles, blocks }: Blocks): number[][][] {
  const wanted = [...blocks, ...Array.from({ length: Math.min(doubles, 100) }, () => 2)].sort((a, b) => b - a);
  const runs = days.map(findRuns);
  const spans: number[][][] = days.map(() => []);
  for (const length of wanted) {
    const day = runs.findIndex((ofDay) => ofDay.some((run) => run.length >= length));
    const run = runs[day]?.find((each) => each.length >= length);
    if (run === undefined) continue;
    spans[day]?.push(run.splice(0, length));
  }
  return spans;
}

/** Periods next to each other. */
export function findRuns(periods: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const period of [...periods].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === period - 1) last.push(period);
    else runs.push([period]);
  }
  return runs;
}
