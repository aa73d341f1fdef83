// Fails closed, for operators who ask for it: without a live publisher a revocation may be unpublished.

import { judgePublisher } from '../snapshot/judge-publisher.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** @throws Error when no publisher has written a heartbeat for `refuseAfter` milliseconds */
export const assertPublisherAlive = (
  reader: Pick<SnapshotReader, 'heartbeat'>,
  refuseAfter: number,
): MaybePromise<void> =>
  chain(reader.heartbeat(), (found) => {
    const heartbeat = found?.value ? { watching: found.value.watching, age: found.age } : null;
    // A watcher's own timeout is for /readyz, which should fail before requests do.
    const verdict = judgePublisher(heartbeat, { timeout: Number.POSITIVE_INFINITY, refuseAfter });
    if (verdict.state !== 'alive') throw new Error(verdict.reason);
  });
