// The state of a source that is slow to read is read seldom, and that of a quick one for each heartbeat.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cacheSlowState } from '../../src/publish/engine/cache-slow-state.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A state that takes so many milliseconds to read. @returns whether it is read a second time */
function secondReading(milliseconds: number): () => Promise<boolean> {
  let readings = 0;
  const readState = cacheSlowState(async () => {
    readings += 1;
    const queueDepth = readings;
    if (milliseconds > 0) await sleep(milliseconds);
    const queue = { queueDepth, queueAgeSeconds: 0, waitingOrganisations: 0 };
    return { ...queue, withheldVersions: 0, organisations: 1, attention: { count: 0, first: [] } };
  });
  return async () => (await readState(50)).queueDepth === 2;
}

test('a state that took 30 ms to read is kept for a second and a half', async () => {
  const isSecond = secondReading(30);
  await isSecond();
  const began = performance.now();
  await waitUntil('it is read again', isSecond);
  expect(performance.now() - began).toBeGreaterThan(50 * 29); // a timer may fire a fraction too early
});

test('a state that took no time is read again at once', async () => {
  const isSecond = secondReading(0);
  await isSecond();
  await waitUntil('it is read again', isSecond);
});
