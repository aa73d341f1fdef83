// Finds the double periods and blocks of a lesson. GPU001 has a row for each period and does not mark them; GPU002 says
// how many are required.

/** How many doubles are allowed in a week, and the lengths of longer blocks. */
export type Blocks = { doubles: number; blocks: readonly number[] };

/**
 * @param days the periods of one week by day, separately for each room
 * @returns spans of adjacent periods, the longest first, then the earliest
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

/** Runs of adjacent periods. */
export function findRuns(periods: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const period of [...periods].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === period - 1) last.push(period);
    else runs.push([period]);
  }
  return runs;
}
