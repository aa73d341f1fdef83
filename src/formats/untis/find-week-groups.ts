// Finds the lesson groups of GPU002 that are weeks of a cycle: by the option, else by names such as `A` and `B`, `A-Woche`, `Week 1`,
// `gerade` and `ungerade`. Untis writes them there, and leaves the weeks of GPU001 empty.

export type WeekGroups = {
  /** The names of the weeks, in order. */
  names: string[];
  /** The weeks of each group, from 1. Groups that are no weeks are not listed. */
  weeksOf: ReadonlyMap<string, number[]>;
};

const word = 'wochen?|week|wk|kw|w|semaine|semana|settimana|uge|vecka|uke|týden|viikko|тиждень|неделя';
const lettered = new RegExp(`^(${word})?[\\s._-]*([A-D]{1,4})[\\s._-]*(${word})?$`, 'iu');
const numbered = new RegExp(`^(?:(${word})[\\s._-]*([1-4])|([1-4])\\.?[\\s_-]*(${word}))$`, 'iu');
const halves = new RegExp(
  `^(?:${word})?[\\s._-]*(?:(ungerade|odd|impaire|impar|dispari|ulige|udda)|(gerade|even|paire|par|pari|lige|jämna))[\\s._-]*(?:${word})?$`,
  'iu',
);

/** What a name says: its weeks from 1, and whether it also says that they are weeks. */
type Said = { weeks: number[]; isWeek: boolean };

function readName(name: string): Said | null {
  const [, before = '', letters = '', after = ''] = lettered.exec(name) ?? [];
  if (letters !== '') {
    const weeks = [...letters.toUpperCase()].map((letter) => letter.charCodeAt(0) - 64);
    return new Set(weeks).size < weeks.length ? null : { weeks, isWeek: (before + after).length > 1 };
  }
  const found = numbered.exec(name);
  if (found !== null) return { weeks: [Number(found[2] ?? found[3])], isWeek: true };
  const [half, odd] = halves.exec(name) ?? [];
  return half === undefined ? null : { weeks: [odd === undefined ? 2 : 1], isWeek: true };
}

/** @returns null where the names are not those of weeks */
export function findWeekGroups(groups: readonly string[]): WeekGroups | null {
  const said = groups.flatMap((name): { name: string; weeks: number[]; isWeek: boolean }[] => {
    const read = readName(name.trim());
    return read === null ? [] : [{ name, ...read }];
  });
  const singles = said.filter(({ weeks }) => weeks.length === 1);
  const isPlain = (letter: string) => groups.some((name) => name.trim().toUpperCase() === letter);
  const count = Math.max(0, ...said.flatMap(({ weeks }) => weeks));
  const distinct = new Set(singles.map(({ weeks }) => weeks[0])).size;
  if (distinct < 2 && !singles.some(({ isWeek }) => isWeek)) return null;
  const total = Math.max(2, count);
  const all = Array.from({ length: total }, (_, index) => index + 1);
  // Beside `A` and `B`, `WA` is both: weekly.
  const isWeekly = (name: string) =>
    name.trim().toUpperCase() === 'WA' && isPlain('A') && isPlain('B') && !isPlain('WB');
  const weeksOf = new Map(said.map(({ name, weeks }) => [name, isWeekly(name) ? all : weeks]));
  const areNumbers = singles.every(({ name }) => !lettered.test(name.trim()));
  return { names: all.map((week) => (areNumbers ? String(week) : String.fromCharCode(64 + week))), weeksOf };
}

/** `--week-groups A-Woche,B-Woche`: the groups of each week in order, several with `+`. A group in several weeks is named in each. */
export function weekGroupsOf(weeks: readonly (readonly string[])[]): WeekGroups {
  const weeksOf = new Map<string, number[]>();
  for (const [index, groups] of weeks.entries())
    for (const name of groups) weeksOf.set(name, [...(weeksOf.get(name) ?? []), index + 1]);
  return { names: weeks.map((groups) => groups[0] ?? ''), weeksOf };
}
