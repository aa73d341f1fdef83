// Whether a process hangs, on a machine that has no processor for it.

import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { measureSilence } from '../../scripts/running/measure-silence.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Starts a program that works all the time, on the first processor alone. @returns its id */
function startWorking(): number {
  const child = spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;) {}'], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
  });
  if (child.pid === undefined) throw new Error('taskset cannot be started');
  return child.pid;
}

// Linux alone tells how long another process has waited for a processor.
test.skipIf(process.platform !== 'linux')(
  'one that waits for a processor does not hang, and one that is suspended does',
  async () => {
    for (let others = 0; others < 2; others++) startWorking();
    const starved = startWorking();
    setPriority(starved, 19); // it gets less than a hundredth of the processor
    const hangs = measureSilence(starved);
    const limit = 1;
    for (let check = 0; check < 8; check++) {
      await sleep(500);
      expect([check, hangs(limit)]).toEqual([check, false]);
    }
    process.kill(starved, 'SIGSTOP');
    await waitUntil('it is seen to hang', () => hangs(limit));
  },
);
