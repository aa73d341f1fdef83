// Changes what a server serves while it is under load, as a publisher does it: 10 organisations publish each second, and 5
// keys are revoked each second. Each revoked key is used at once and from then on.

import { setTimeout as sleep } from 'node:timers/promises';
import { newKey, publishedFolder } from '../../support/published-folder.ts';
import { ask } from '../caller.ts';
import type { BenchForm } from './bench-form.ts';

/** `laterGrants` are answers 200 to a revoked key; must be 0. */
export type ChangeCounts = { published: number; revoked: number; laterGrants: number };

const [publishedEachSecond, revokedEachSecond] = [10, 5];

/** @param counts incremented */
export function changeUntilStopped(
  { published, small }: BenchForm,
  port: number,
  counts: ChangeCounts,
): { stop(): Promise<void> } {
  const form = publishedFolder(published);
  const revoked: string[] = [];
  let stopped = false;

  async function every(milliseconds: number, change: (number: number) => Promise<void>): Promise<void> {
    for (let number = 0; !stopped; number++) {
      const next = performance.now() + milliseconds;
      await change(number);
      await sleep(next - performance.now());
    }
  }
  // Both write to records of their own: two changes of one record at once would wait for each other.
  const half = small.length >> 1;
  const publishing = every(1000 / publishedEachSecond, async (number) => {
    const id = small[number % half]?.id ?? '';
    await form.publish(id, { changed: { id: 'changed', number, text: 'x'.repeat(2000) } });
    counts.published += 1;
  });
  const revoking = every(1000 / revokedEachSecond, async (number) => {
    const id = small[half + (number % half)]?.id ?? '';
    const key = newKey(id);
    await form.writeKey(key, id);
    if ((await statusOf(port, key)) !== 200) throw new Error('a key that was just written is refused');
    await form.writeKey(key, id, { revoked: true });
    revoked.push(key);
    counts.revoked += 1;
    const statuses = await Promise.all(revoked.map((each) => statusOf(port, each)));
    counts.laterGrants += statuses.filter((status) => status === 200).length;
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all([publishing, revoking]);
    },
  };
}

const statusOf = async (port: number, key: string) =>
  (await ask(port, '/api/v1/timetables', { Authorization: `Bearer ${key}` })).status;
