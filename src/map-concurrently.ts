/**
 * Runs `work` on each item with limited concurrency, and returns the results in the order of the items.
 * @throws the first failure, once the work that has started is finished; after a failure no more is started
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
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
  await Promise.all(Array.from({ length: limit }, workThrough));
  if (failures.length > 0) throw failures[0];
  return results;
}
