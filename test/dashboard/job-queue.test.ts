// The queue of jobs against real threads that are slow, hang, die or throw.

import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { createJobQueue, type JobLimits, type JobQueue } from '../../src/dashboard/jobs/create-job-queue.ts';
import type { Job } from '../../src/dashboard/jobs/job.ts';
import { refusalIn } from '../../src/dashboard/refuse.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Builds what the name of the organisation says. */
const thread = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ end, number, job }) => {
    if (end) return parentPort.close();
    const done = () => parentPort.postMessage({ number, result: { kind: 'build', outcome: { of: job.organisationId } } });
    const act = {
      hang: () => { for (;;); },
      die: () => process.exit(1),
      throw: () => { throw new Error('out of something'); },
      refuse: () => parentPort.postMessage({ number, refusal: { problem: 'conflict', detail: 'no' }, reason: 'no' }),
      fail: () => parentPort.postMessage({ number, refusal: { problem: 'internal', detail: 'It failed' }, reason: 'a cause' }),
      slow: () => setTimeout(done, 300),
    };
    (act[job.organisationId] ?? done)();
  });
`;

function queueWith(limits: Partial<JobLimits> = {}) {
  const failures: string[] = [];
  let threads = 0;
  const start = () => {
    threads++;
    return new Worker(thread, { eval: true });
  };
  const queue = createJobQueue(start, { jobs: 4, bytes: 1000, deadline: 20_000, ...limits }, (what, reason) =>
    failures.push(`${what}: ${reason.split('\n')[0]}`),
  );
  onTestFinished(() => queue.close());
  return { queue, failures, threads: () => threads };
}

const jobOf = (name: string): Job & { kind: 'build' } => ({
  kind: 'build',
  actor: { by: 'test', via: 'command', from: 'here', adminId: null },
  organisationId: parseOrganisationId(name),
  isFull: false,
});

/** What became of a job: what it was for, or the problem that it was refused with. */
const run = (queue: JobQueue, name: string): Promise<unknown> =>
  queue.run(jobOf(name)).then(
    ({ outcome }) => Reflect.get(outcome, 'of'),
    (error: unknown) => refusalIn(error)?.problem ?? error,
  );

test('jobs are done in their order, by one thread', async () => {
  const { queue, threads, failures } = queueWith();
  const ended: unknown[] = [];
  const note = (name: string) => run(queue, name).then((outcome) => ended.push(outcome));
  await Promise.all(['slow', 'first', 'second'].map(note));
  expect(ended).toEqual(['slow', 'first', 'second']);
  expect(threads()).toBe(1);
  expect(failures).toEqual([]);
});

test('more than the queue holds is refused with a time to come again, and there is place again afterwards', async () => {
  const { queue } = queueWith({ jobs: 2 });
  const accepted = [run(queue, 'slow'), run(queue, 'north')];
  const error = await queue.run(jobOf('south')).catch((reason: unknown) => reason);
  expect(refusalIn(error)).toMatchObject({ problem: 'unavailable', retryAfter: 5 });
  expect(await Promise.all(accepted)).toEqual(['slow', 'north']);
  expect(await run(queue, 'south')).toBe('south');
});

test('bodies to come have bounds, in number and in bytes; what is given back twice counts once', () => {
  const { queue } = queueWith({ jobs: 3 });
  const [one, two] = [queue.reserve(600), queue.reserve(400)];
  expect(queue.reserve(1)).toBeNull();
  two?.();
  two?.();
  expect(queue.reserve(401)).toBeNull();
  const three = queue.reserve(100);
  const four = queue.reserve(300);
  expect([three, four]).not.toContain(null);
  expect(queue.reserve(0)).toBeNull();
  for (const giveBack of [one, three, four]) giveBack?.();
  // A body as large as all may be together comes alone.
  const large = queue.reserve(5000);
  expect(large).not.toBeNull();
  expect(queue.reserve(1)).toBeNull();
});

test.each([
  ['dies', 'die', ['build: exit']],
  ['throws what nobody catches', 'throw', ['thread: Error: out of something', 'build: exit']],
])('a thread that %s: its job is told so, and the others get a new one', async (_, name, told) => {
  const { queue, threads, failures } = queueWith();
  const outcomes = await Promise.all(['north', name, 'south'].map((each) => run(queue, each)));
  expect(outcomes).toEqual(['north', 'unavailable', 'south']);
  expect(threads()).toBe(2);
  expect(failures).toEqual(told);
});

test('a job without an end is given up at its deadline, with its thread, and the next goes on', async () => {
  const { queue, threads, failures } = queueWith({ deadline: 1000 });
  const [hung, next] = [run(queue, 'hang'), run(queue, 'north')];
  expect(await hung).toBe('unavailable');
  expect(await next).toBe('north');
  expect(threads()).toBe(2);
  expect(failures).toEqual(['build: deadline']);
});

test('a refusal is for the caller, a failure for the log too', async () => {
  const { queue, failures } = queueWith();
  expect(await run(queue, 'refuse')).toBe('conflict');
  expect(failures).toEqual([]);
  expect(await run(queue, 'fail')).toBe('internal');
  expect(failures).toEqual(['build: a cause']);
});

test('when it closes, what was accepted is done, and no more is accepted', async () => {
  const { queue } = queueWith();
  const accepted = Promise.all(['slow', 'north'].map((name) => run(queue, name)));
  let isClosed = false;
  const closing = queue.close().then(() => {
    isClosed = true;
  });
  expect(await run(queue, 'south')).toBe('unavailable');
  expect(queue.reserve(1)).toBeNull();
  expect(await accepted).toEqual(['slow', 'north']);
  await closing;
  await waitUntil('it is closed', () => isClosed);
});
