// How many combinations a run tries of tests that repeat one rule: by default one of each kind. With BELFRY_THOROUGH=1 it tries all;
// with BELFRY_THOROUGH=10 also ten times as many random moments, rounds and generated cases, for a nightly run.

/** 0 by default, 1 for all combinations, more for a nightly run. */
export const level = Number(process.env['BELFRY_THOROUGH'] ?? 0);

export const thorough = level >= 1;
/** A nightly run, which also keeps screenshots. */
export const nightly = level > 1;

/** How many rounds or generated cases: `few` by default, `many` in a thorough run. */
export const times = (few: number, many: number): number => (thorough ? many * level : few);

/**
 * How large a worst case is, and how long it may take: `full` in a thorough run, by default both divided by `by`. What grows with the
 * square of the size is too slow either way.
 */
export const worst = (full: { rows: number; time: number }, by: number): { rows: number; time: number } =>
  thorough ? full : { rows: full.rows / by, time: full.time / by };

/** Further cases of the same rule, for a thorough run only. */
export const ifThorough = <Case>(cases: readonly Case[]): readonly Case[] => (thorough ? cases : []);

/** Every pair, or by default each value in at least one pair. @param all whether every pair is tried */
export function combine<One, Other>(ones: readonly One[], others: readonly Other[], all = thorough): [One, Other][] {
  const pairs = ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));
  if (all) return pairs;
  const most = Math.max(ones.length, others.length);
  const taken = new Set(
    Array.from({ length: most }, (_, index) => (index % ones.length) * others.length + (index % others.length)),
  );
  return pairs.filter((_, index) => taken.has(index));
}

/** So many cases of the same rule, evenly spread; all of them in a thorough run. @param from which of them is the first */
export function someOf<Case>(cases: readonly Case[], count: number, from = 0): readonly Case[] {
  const step = thorough ? 1 : Math.max(1, Math.ceil(cases.length / count));
  return cases.filter((_, index) => index % step === from % step);
}

/** So many of the numbers from 1 to `count`, evenly spread; all of them in a nightly run. */
export function everyOr(count: number, few: number): number[] {
  const step = nightly ? 1 : Math.max(1, Math.ceil(count / few));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => 1 + index * step);
}
