// How what is different on some days differs from what was stored before, in numbers: what an import changes, or would change.

import type { DaysAsStored } from './show-day.ts';

/** Of changes, notes and absences together. A note that is written anew is a further one. */
export type DayDifferences = Record<'added' | 'changed' | 'removed' | 'same', number>;

export function compareDays(before: DaysAsStored, after: DaysAsStored): DayDifferences {
  const [old, now] = [contentsOf(before), contentsOf(after)];
  const differences = { added: 0, changed: 0, removed: 0, same: 0 };
  for (const [key, content] of now) {
    const former = old.get(key);
    differences[former === undefined ? 'added' : former === content ? 'same' : 'changed'] += 1;
  }
  for (const key of old.keys()) if (!now.has(key)) differences.removed += 1;
  return differences;
}

/** Changes by their date and ref; what has no ref by its content. */
function contentsOf({ changes, notes, absent }: DaysAsStored): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const change of changes) contents.set(JSON.stringify([change.date, change.ref]), JSON.stringify(change));
  for (const [kind, list] of Object.entries({ note: notes, absence: absent }))
    for (const item of list) {
      const content = JSON.stringify([kind, item]);
      let key = content;
      for (let number = 2; contents.has(key); number++) key = `${content} ${number}`;
      contents.set(key, content);
    }
  return contents;
}
