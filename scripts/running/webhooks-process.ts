// Sends webhooks in a process of its own, `watch --only webhooks`, which is started once there is a webhook: who has none pays nothing.
// It is started again when it ends; what it was delivering is sent again.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../src/back-off.ts';
import { reasonOf } from '../../src/errors.ts';
import { lowerPriority, startPart } from './start-part.ts';

/** Milliseconds between two looks whether there is any, and that the process has to end. */
const [lookInterval, patience] = [5_000, 8_000];
/** Milliseconds before a process that ended is started again: they grow each time it ends within `steady`. */
const pauses = { first: 500, longest: 15_000 };
const steady = 30_000;

/**
 * Names are resolved by threads, which a name server that does not answer keeps for half a minute: more of them than deliveries that are
 * under way at once.
 */
const environment = { UV_THREADPOOL_SIZE: '128' };

export type WebhooksProcessOptions = {
  areThere: () => Promise<boolean>;
  onFailure: (what: string, error: unknown) => void;
  start?: () => ChildProcess;
};

export async function runWebhooksProcess(
  { areThere, onFailure, start = () => startPart('webhooks', environment) }: WebhooksProcessOptions,
  signal: AbortSignal,
): Promise<void> {
  let endedSoon = 0;
  let known = '';
  while (!signal.aborted) {
    try {
      if (await areThere()) {
        const began = performance.now();
        const reason = await runOnce(start(), signal);
        if (signal.aborted) return;
        onFailure('sending webhooks', new Error(`${reason}; its process is started again`));
        endedSoon = performance.now() - began > steady ? 1 : endedSoon + 1;
        await sleep(backOff(endedSoon, pauses), undefined, { signal }).catch(() => {});
        continue;
      }
    } catch (error) {
      // Looking again and again at what cannot be read says nothing new.
      if (reasonOf(error) !== known) onFailure('looking for webhooks', error);
      known = reasonOf(error);
    }
    await sleep(lookInterval, undefined, { signal }).catch(() => {});
  }
}

/** @returns why it ended */
async function runOnce(child: ChildProcess, signal: AbortSignal): Promise<string> {
  child.on('error', () => {}); // that it cannot be started: its exit, or that it has no id, says the rest
  if (child.pid === undefined) return 'it cannot be started';
  lowerPriority(child);
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill('SIGTERM');
    kill = setTimeout(() => child.kill('SIGKILL'), patience).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [code, by] = await once(child, 'exit');
    return by === null ? `it ended with code ${code}` : `it was ended by ${by}`;
  } finally {
    clearTimeout(kill);
    signal.removeEventListener('abort', stop);
  }
}
