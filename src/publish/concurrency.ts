// Work that overlaps within bounds: while one document is read, another is checked, a third compressed and written. The
// bound on documents counts for the whole process, whatever number of organisations is built at once, so that memory
// stays flat.

/**
 * Runs `work` on each item, on so many at a time, and gives the results in the order of the items.
 * @throws the first failure, once everything that had begun has ended; nothing more is begun after it
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  bound: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const remaining = items.entries();
  const workThrough = async () => {
    for (const [index, item] of remaining) {
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: bound }, workThrough));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** How many documents are in memory at the same time: one that is read, one that is checked, one that is written. */
export const maxDocuments = 3;

let free = maxDocuments;
const waiting: (() => void)[] = [];

/** Does the work on one document as soon as there is room for it. */
export async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free > 0) free -= 1;
  else await new Promise<void>((enter) => waiting.push(enter));
  try {
    return await work();
  } finally {
    const enter = waiting.shift();
    if (enter === undefined) free += 1;
    else enter();
  }
}
