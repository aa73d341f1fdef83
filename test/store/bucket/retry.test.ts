// Retrying a request to a bucket keeps to its deadline, however late the process resumes.

import { expect, test } from 'vitest';
import { retry } from '../../../src/store/bucket/retry.ts';

/** Holds the process for so many milliseconds, as a collection of garbage does. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('no attempt begins after the deadline, and the error is that of the last attempt', async () => {
  const ends: number[] = [];
  const began = performance.now();
  const failed = retry(
    { attempts: 5, each: 1_000, deadline: 300 },
    async () => {
      ends.push(performance.now() - began);
      // The pause ends while the process is held.
      setTimeout(() => hold(400), 1);
      throw new Error('the bucket is busy');
    },
    () => true,
  );
  await expect(failed).rejects.toThrow('the bucket is busy');
  expect(ends).toHaveLength(1);
});
