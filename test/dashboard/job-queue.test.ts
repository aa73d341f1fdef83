// The queue of jobs against real processes that are slow, hang, die or throw.

import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { refusalIn } from '../../src/dashboard/answers/refuse-call.ts';
import { createJobQueue, type JobLimits, type JobQueue } from '../../src/dashboard/jobs/create-job-queue.ts';
import type { Job } from '../../src/dashboard/jobs/job.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Builds what the name of the organisation says. */
const program = `
  process.on('message', ({ end, number, job }) => {
    if (end) return process.disconnect();
    const done = () => process.send({ number, result: { kind: 'build', outcome: { of: job.organisationId } } });
    const act = {
      hang: () => { for (;;); },
      die: () => process.exit(1),
      kill: () => process.kill(process.pid, 'SIGKILL'),
      throw: () => { throw new Error('out of something'); },
      refuse: () => process.send({ number, refusal: { problem: 'conflict', detail: 'no' }, reason: 'no' }),
      fail: () => process.send({ number, refusal: { problem: 'internal', detail: 'It failed' }, reason: 'a cause' }),
      slow: () => setTimeout(done, 300),
    };
    (act[job.organisationId] ?? done)();
  });
`;

function queueWith(limits: Partial<JobLimits> = {}) {
  const failures: string[] = [];
  let processes = 0;
  const start = () => {
    processes++;
    return spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
  };
  const jobs = { all: 8, ofOrganisation: 4, ofAdmin: 4 };
  const queue = createJobQueue(start, { jobs, deadline: 20_000, ...limits }, (what, reason) =>
    failures.push(`${what}: ${reason.split('\n')[0]}`),
  );
  onTestFinished(() => queue.close());
  return { queue, failures, processes: () => processes };
}

const jobOf = (name: string): Job & { kind: 'build' } => ({
  kind: 'build',
  actor: { by: 'test', via: 'command', from: 'here', adminId: null },
  organisationId: parseOrganisationId(name),
  isFull: false,
});

/** What became of a job: what it was for, or the problem that it was refused with. */
async function run(
  queue: JobQueue,
  name: string,
  { of = 'school', by = 'ada', gone = undefined as AbortSignal | undefined } = {},
) {
  try {
    const { outcome } = await queue.run(jobOf(name), { adminId: by, organisationId: of }, gone);
    return Reflect.get(outcome, 'of');
  } catch (error) {
    return refusalIn(error)?.problem ?? error;
  }
}

test('jobs are done in their order, by one process', async () => {
  const { queue, processes, failures } = queueWith();
  const ended: unknown[] = [];
  const note = (name: string) => run(queue, name).then((outcome) => ended.push(outcome));
  await Promise.all(['slow', 'first', 'second'].map(note));
  expect(ended).toEqual(['slow', 'first', 'second']);
  expect(processes()).toBe(1);
  expect(failures).toEqual([]);
});

test('more than the queue holds is refused with a time to come again, and there is place again afterwards', async () => {
  const { queue } = queueWith({ jobs: { all: 2, ofOrganisation: 2, ofAdmin: 2 } });
  const accepted = [run(queue, 'slow'), run(queue, 'north')];
  const refused = () => queue.run(jobOf('south'), { adminId: 'ada', organisationId: 'school' });
  expect(refused).toThrow('Too much is waiting; come again.');
  expect(await run(queue, 'south')).toBe('unavailable');
  expect(await Promise.all(accepted)).toEqual(['slow', 'north']);
  expect(queue.held()).toBe(0);
  expect(await run(queue, 'south')).toBe('south');
});

test('organisations take turns, so that one with many jobs keeps nobody waiting for more than one of them', async () => {
  const { queue } = queueWith();
  const ended: unknown[] = [];
  const note = (name: string, of: string) => run(queue, name, { of, by: of }).then((outcome) => ended.push(outcome));
  const many = ['slow', 'first', 'second', 'third'].map((name) => note(name, 'north'));
  await Promise.all([...many, note('other', 'south')]);
  expect(ended).toEqual(['slow', 'first', 'other', 'second', 'third']);
});

test('one admin or one organisation cannot take all places, and what it is refused leaves nothing behind', async () => {
  const { queue } = queueWith();
  const begun = [run(queue, 'slow', { of: 'north' })];
  for (let each = 0; each < 20; each++) begun.push(run(queue, 'more', { of: 'north', by: `admin ${each}` }));
  expect(queue.held()).toBe(4);
  expect(await run(queue, 'south', { of: 'south', by: 'bob' })).toBe('south');
  const outcomes = await Promise.all(begun);
  expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(17);
  expect(queue.held()).toBe(0);
});

test('a job whose caller left before its turn is not carried out, and gives its place back at once', async () => {
  const { queue } = queueWith();
  const first = run(queue, 'slow');
  const left = new AbortController();
  const waits = run(queue, 'die', { gone: left.signal });
  expect(queue.held()).toBe(2);
  left.abort();
  expect(await waits).toBe('unavailable');
  expect(queue.held()).toBe(1);
  expect(await run(queue, 'die', { gone: left.signal })).toBe('unavailable');
  expect(await first).toBe('slow');
});

test.each([
  ['dies', 'die', ['build: its process ended: code 1']],
  ['throws what nobody catches', 'throw', ['build: its process ended: code 1']],
  ['is killed', 'kill', ['build: its process ended: SIGKILL']],
])('a process that %s: its job is told so, and the others get a new one', async (_, name, told) => {
  const { queue, processes, failures } = queueWith();
  const outcomes = await Promise.all(['north', name, 'south'].map((each) => run(queue, each)));
  expect(outcomes).toEqual(['north', 'unavailable', 'south']);
  expect(processes()).toBe(2);
  expect(failures).toEqual(told);
});

test('a job without an end is given up at its deadline, with its process, and the next goes on', async () => {
  const { queue, processes, failures } = queueWith({ deadline: 1000 });
  const [hung, next] = [run(queue, 'hang'), run(queue, 'north')];
  expect(await hung).toBe('unavailable');
  expect(await next).toBe('north');
  expect(processes()).toBe(2);
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
  expect(await accepted).toEqual(['slow', 'north']);
  await closing;
  await waitUntil('it is closed', () => isClosed);
});
