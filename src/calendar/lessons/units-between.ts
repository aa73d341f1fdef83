// Finds whether something else takes place between two units of a span: then they are two lessons.

import type { LessonUnit } from '../../contract/types.generated.ts';

/** A period in which a class, a teacher or a room has units, and the span of all of them; null when they have not one span. */
type Taken = { periodIndex: number; spanId: string | null };

/** @param units all units of one day of a bell schedule */
export function indexUnitsBetween(
  units: readonly LessonUnit[],
): (before: LessonUnit, after: LessonUnit, from: number, to: number) => boolean {
  const byEntity = new Map<string, Map<number, Taken>>();
  for (const { classIds, teacherIds, roomIds, spanId, periodIndex } of units) {
    if (periodIndex === null) continue;
    for (const id of [...classIds, ...teacherIds, ...roomIds]) {
      const taken = byEntity.get(id) ?? new Map<number, Taken>();
      byEntity.set(id, taken);
      const known = taken.get(periodIndex);
      if (known === undefined) taken.set(periodIndex, { periodIndex, spanId });
      else if (known.spanId !== spanId) known.spanId = null;
    }
  }
  const sorted = new Map<string, { list: Taken[]; nextOther: number[] }>();
  const listOf = (id: string) => {
    const known = sorted.get(id) ?? sort([...(byEntity.get(id)?.values() ?? [])]);
    sorted.set(id, known);
    return known;
  };
  return (before, after, from, to) => {
    const { spanId } = before;
    const ids = [before, after].flatMap(({ classIds, teacherIds, roomIds }) => [
      ...classIds,
      ...teacherIds,
      ...roomIds,
    ]);
    return ids.some((id) => {
      const { list, nextOther } = listOf(id);
      const first = firstLater(list, from);
      const other = list[first]?.spanId === spanId ? nextOther[first] : first;
      const taken = other === undefined ? undefined : list[other];
      return taken !== undefined && taken.periodIndex < to;
    });
  };
}

/** With the position of the next period that is of another span, so that a long span is not searched again and again. */
function sort(list: Taken[]): { list: Taken[]; nextOther: number[] } {
  list.sort((one, other) => one.periodIndex - other.periodIndex);
  const nextOther = list.map(() => list.length);
  for (let index = list.length - 2; index >= 0; index--)
    nextOther[index] = list[index + 1]?.spanId === list[index]?.spanId ? (nextOther[index + 1] ?? 0) : index + 1;
  return { list, nextOther };
}

function firstLater(list: readonly Taken[], periodIndex: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.periodIndex ?? 0) <= periodIndex) low = middle + 1;
    else high = middle;
  }
  return low;
}
