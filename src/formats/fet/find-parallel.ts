// Finds the activities that begin at the same time because a constraint asks for it.

import { groupBy } from '../group-by.ts';
import type { FetData } from './fet-data.ts';
import type { PlacedActivity } from './place-activities.ts';

/** Maps each activity in a block to the block, which is named after its first id. */
export function findParallel({ sameStart }: FetData, placed: readonly PlacedActivity[]): Map<string, string> {
  const startOf = new Map<string, string>();
  for (const { activity, slots } of placed) {
    const first = slots[0] ?? null;
    if (first !== null) startOf.set(activity.id, `${first.week}/${first.day}/${first.slot}`);
  }
  // A union-find: each id points to another of its block, up to the block's first.
  const pointsAt = new Map<string, string>();
  const firstOf = (id: string): string => {
    let first = id;
    for (let next = pointsAt.get(first); next !== undefined && next !== first; next = pointsAt.get(first)) {
      pointsAt.set(first, pointsAt.get(next) ?? next); // path halving
      first = next;
    }
    return first;
  };
  for (const ids of sameStart) {
    const starting = ids.filter((id) => startOf.has(id));
    for (const together of groupBy(starting, (id) => startOf.get(id)).values()) {
      const [one = '', ...others] = together;
      for (const other of others) {
        const [first, second] = [firstOf(one), firstOf(other)].sort(byNumber);
        if (first === undefined || second === undefined) continue;
        pointsAt.set(first, first);
        pointsAt.set(second, first);
      }
    }
  }
  return new Map([...pointsAt.keys()].map((id) => [id, `same-start-${firstOf(id)}`]));
}

const byNumber = (one: string, other: string): number => Number(one) - Number(other) || (one < other ? -1 : 1);
