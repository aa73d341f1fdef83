// When the workers last used each key, as one. What ended workers knew stays, so that replacing them forgets nothing.

import type { Worker } from 'node:cluster';
import { type LastUse, newestUse } from '../../src/health/remember-last-use.ts';
import { askWorker } from './ask-worker.ts';
import { lastUseRequest } from './worker-messages.ts';

export type LastUseSum = {
  /** Includes a worker from now on, and what it knew at its end. One that was killed takes that along. */
  include(worker: Worker): void;
  /** What is known now, without workers that do not answer in time. */
  read(): Promise<LastUse>;
};

export function lastUseSum(): LastUseSum {
  const running = new Set<Worker>();
  let ended: LastUse = new Map();
  return {
    include(worker) {
      running.add(worker);
      worker.once('exit', () => running.delete(worker));
      worker.on('message', (message: { last?: unknown; lastUse?: unknown }) => {
        if (message.last !== undefined) ended = newestUse([ended, parseLastUse(message.lastUse)]);
      });
    },
    async read() {
      const asked = Array.from(running, async (worker) =>
        parseLastUse(await askWorker(worker, lastUseRequest, 'lastUse')),
      );
      // Read after the answers: a worker may end meanwhile.
      return newestUse([...(await Promise.all(asked)), ended]);
    },
  };
}

/** What a worker sent, which may be of another release; empty when it sent nothing. */
function parseLastUse(sent: unknown): LastUse {
  const entries: unknown[] = Array.isArray(sent) ? sent : [];
  return new Map(
    entries.flatMap((entry): [string, number][] => {
      const [keyId, minute]: unknown[] = Array.isArray(entry) ? entry : [];
      return typeof keyId === 'string' && typeof minute === 'number' ? [[keyId, minute]] : [];
    }),
  );
}
