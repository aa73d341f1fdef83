// How long to wait before something is tried again. The pause doubles, so that what is down is not pressed. Half of it is
// random ("equal jitter"), so that those who failed together do not come back together, and nobody comes back at once
// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). What the database retries by its own clock has the
// same shape in SQL: see `recordFailure`.

/** Milliseconds: the pause after the first attempt, and the longest one. */
export type Pauses = { first: number; longest: number };

/** @param attempt how many attempts have failed, from 1 @returns milliseconds, between a half and the whole of the pause */
export const backOff = (attempt: number, { first, longest }: Pauses, random?: number): number =>
  jitter(Math.min(longest, first * 2 ** (attempt - 1)), random);

/** Between a half and the whole of `milliseconds`. @param random from 0 to 1 */
export const jitter = (milliseconds: number, random = Math.random()): number => milliseconds * (0.5 + random / 2);
