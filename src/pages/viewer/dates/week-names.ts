// What the weeks of a cycle are called: as the school calls them where the labels of all their days say so ("Monday A",
// "Tuesday A"), otherwise by their numbers, so that weeks and days never disagree.

import type { ResolvedTimetable } from '../../../client/belfry-client.ts';
import { say } from '../say.ts';

const made = new WeakMap<ResolvedTimetable, ReadonlyMap<number, string>>();

/** "Week A", or "Week 1". */
export function weekInWords(timetable: ResolvedTimetable, week: number): string {
  const names = made.get(timetable) ?? weekNames(timetable.document.bellSchedules.flatMap(({ days }) => days));
  made.set(timetable, names);
  return say('week', { week: names.get(week) ?? week });
}

/** The letter of each week; none where a week has none, or two weeks have the same. */
export function weekNames(days: readonly { label: string; weekInCycle: number | null }[]): ReadonlyMap<number, string> {
  const common = new Map<number, ReadonlySet<string>>();
  for (const { label, weekInCycle } of days) {
    if (weekInCycle === null) continue;
    const letters = new Set(label.split(/[\s()\-/.·]+/).filter((word) => /^\p{Lu}$/u.test(word)));
    const known = common.get(weekInCycle);
    common.set(weekInCycle, known === undefined ? letters : new Set([...known].filter((each) => letters.has(each))));
  }
  const names = [...common].map(([week, [letter]]) => [week, letter ?? ''] as const);
  const isClear =
    names.every(([, name]) => name !== '') && new Set(names.map(([, name]) => name)).size === names.length;
  return new Map(isClear ? names : []);
}
