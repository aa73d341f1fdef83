// Judges elapsed time on a machine that other tests keep busy: a figure is of an idle one.

/**
 * Does something again until it has taken less than a limit, twenty times at most.
 * @param round does it once; what it returns is how long it took, where it knows that itself
 * @returns the milliseconds of the fastest round
 */
export async function fastest(limit: number, round: (number: number) => Promise<number | void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let number = 0; number < 20 && least >= limit; number++) {
    const began = performance.now();
    const took = await round(number);
    least = Math.min(least, took ?? performance.now() - began);
  }
  return least;
}
