// What the viewer knows of days and weeks as they take place. It reads a slice where one class, teacher or room is shown, the
// whole week where many are, and days for the screen in the foyer. What could not be read is left as it was, and told.

import { isoDay } from '../../../calendar/time/day.ts';
import type { Day, Week } from '../../../client/belfry-client.ts';
import type { CallOptions, Read } from '../../../client/create-reader.ts';
import { type DayCalls, dayCalls, type SliceOf } from '../../../client/days/day-calls.ts';
import { dayIn } from '../../../client/days/day-in.ts';
import { RefusedError } from '../../../client/errors.ts';

export type Wanted = { day: number } | { week: string; of: SliceOf | null };

type Answer = Day | Week | null;
/** `answer` is null where the plan holds, since nothing else is served. */
type Known = { answer: Answer; readAt: number; isFailed: boolean };

/** A school's whole week takes some megabytes in memory. */
const mostKnown = 24;
/** Milliseconds after which the plan is shown, with a word that what is different could not be read. */
const patience = 5000;

/** Of one key: what one may see is not shown to another. */
let kept: { read: Read; calls: DayCalls; answers: Map<string, Known> } | null = null;

const keyOf = (wanted: Wanted): string =>
  'day' in wanted ? isoDay(wanted.day) : `${wanted.week} ${Object.entries(wanted.of ?? {}).join()}`;

/**
 * Reads what is wanted, unless it was read in the last `maxAge` milliseconds.
 * @returns whether all of it could be read, and whether some of it is not as it was read before
 * @throws RefusedError for a key that is refused
 */
export async function readKnownDays(
  read: Read,
  wanted: readonly Wanted[],
  maxAge: number,
): Promise<{ isComplete: boolean; isNew: boolean }> {
  if (kept?.read !== read) kept = { read, calls: dayCalls(read), answers: new Map() };
  const { calls, answers } = kept;
  let isNew = false;
  const all = await Promise.all(
    wanted.map(async (each) => {
      const key = keyOf(each);
      const last = answers.get(key);
      if (last !== undefined && !last.isFailed && Date.now() - last.readAt < maxAge) return last;
      const known = await readOne(calls, each, last?.answer ?? null);
      isNew ||= last !== undefined && JSON.stringify(known.answer) !== JSON.stringify(last.answer);
      // A Map keeps the order of insertion, so inserting again makes it the most recent.
      answers.delete(key);
      answers.set(key, known);
      return known;
    }),
  );
  for (const oldest of [...answers.keys()].slice(0, -mostKnown)) answers.delete(oldest);
  return { isComplete: all.every(({ isFailed }) => !isFailed), isNew };
}

async function readOne(calls: DayCalls, wanted: Wanted, last: Answer): Promise<Known> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  const known = (answer: Answer, isFailed = false): Known => ({ answer, readAt: Date.now(), isFailed });
  try {
    return known(await ask(calls, wanted, { signal: stop.signal }));
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return known(null);
    if (error instanceof RefusedError && error.status < 500) throw error;
    return known(last, true);
  } finally {
    clearTimeout(timer);
  }
}

function ask(calls: DayCalls, wanted: Wanted, call: CallOptions): Promise<Answer> {
  if ('day' in wanted) return calls.day(wanted.day, call);
  return wanted.of === null ? calls.week(wanted.week, call) : calls.weekOf(wanted.week, wanted.of, call);
}

/** The latest answer that has a date; null where the plan is shown. */
export function knownOn(date: number, wanted: readonly Wanted[]): Day | Week | null {
  const found = wanted
    .flatMap((each) => kept?.answers.get(keyOf(each)) ?? [])
    .sort((one, other) => other.readAt - one.readAt)
    .find(({ answer }) => answer !== null && dayIn(answer, date) !== null);
  return found?.answer ?? null;
}

/** Whether one of these could not be read the last time. */
export const isUnread = (wanted: readonly Wanted[]): boolean =>
  wanted.some((each) => kept?.answers.get(keyOf(each))?.isFailed);
