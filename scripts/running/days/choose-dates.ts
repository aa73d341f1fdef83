// Which file decides on which date, where several files of a folder have the same: the newer one.

import { addDays } from '../../../src/calendar/time/day.ts';
import type { DayChanges } from '../../../src/contract/types.generated.ts';

/** A file as it was last read well. `lines` are those of its changes, notes and absences, where it has lines. */
export type GoodFile = {
  name: string;
  modifiedAt: number;
  hash: string;
  changes: DayChanges;
  lines: { changes: number[]; notes: number[]; absent: number[] } | null;
};

/** Days in a row on which one file decides. */
export type Stretch = { file: GoodFile; from: number; to: number };

/** Every date of the files, in stretches of one file each. @param since days before it are left alone: their week is over */
export function chooseDates(files: readonly GoodFile[], since: number): Stretch[] {
  const deciding = new Map<number, GoodFile>();
  const oldestFirst = files.toSorted(
    (one, other) => one.modifiedAt - other.modifiedAt || (one.name < other.name ? -1 : 1),
  );
  for (const file of oldestFirst) {
    const { from, to } = file.changes;
    for (let day = from < since ? since : from; day <= to; day = addDays(day, 1)) deciding.set(day, file);
  }
  const stretches: Stretch[] = [];
  for (const [day, file] of [...deciding].toSorted(([one], [other]) => one - other)) {
    const last = stretches.at(-1);
    if (last?.file === file && addDays(last.to, 1) === day) last.to = day;
    else stretches.push({ file, from: day, to: day });
  }
  return stretches;
}

/** What a file says about some of its days, with the lines of what is left. */
export function cutToStretch({ file, from, to }: Stretch): Pick<GoodFile, 'changes' | 'lines'> {
  const { changes, lines } = file;
  const kept = <Item extends { date: number }>(list: readonly Item[] = []): Item[] => list.filter(isIn);
  const isIn = ({ date }: { date: number }) => date >= from && date <= to;
  const linesOf = (name: 'changes' | 'notes' | 'absent') => {
    const list: readonly { date: number }[] = changes[name] ?? [];
    return list.flatMap((item, index) => (isIn(item) ? [lines?.[name][index] ?? 0] : []));
  };
  return {
    changes: {
      ...{ from, to, changes: kept(changes.changes), notes: kept(changes.notes), absent: kept(changes.absent) },
    },
    lines: lines && { changes: linesOf('changes'), notes: linesOf('notes'), absent: linesOf('absent') },
  };
}
