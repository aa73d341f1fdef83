import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type OrganisationId, parseOrganisationId as org } from '../../src/access/ids.ts';
import {
  createWakeUp,
  notificationCooldown,
  type PublishOutcome,
  type Scheduled,
  schedule,
} from '../../src/publish/engine/schedule.ts';
import type { DueOrganisation } from '../../src/publish/port.ts';
import { fastest } from '../support/fastest.ts';
import { waitUntil } from '../support/wait-until.ts';

const listed = (...due: DueOrganisation[]) => ({ due, isComplete: true });

/** A queue whose organisations are published when the test says so. */
function createQueue(options: Partial<Scheduled> = {}) {
  const queue = new Map<OrganisationId, DueOrganisation>();
  const atWork = new Map<OrganisationId, (outcome: PublishOutcome) => void>();
  const begun: string[] = [];
  const failures: unknown[] = [];
  const stop = new AbortController();
  const wakeUp = createWakeUp();
  const running = schedule(
    {
      lanes: 3,
      poll: 5,
      listAge: 0,
      rest: { times: 5, longest: 60_000 },
      wakeUp,
      list: async () => ({ due: [...queue.values()], isComplete: true }),
      onListFailure: (error) => failures.push(error),
      publish: (id) => {
        if (atWork.has(id)) throw new Error(`${id} is published twice at once`);
        begun.push(id);
        return new Promise((done) => atWork.set(id, done));
      },
      ...options,
    },
    stop.signal,
  );
  return {
    begun,
    failures,
    running,
    atWork: () => [...atWork.keys()],
    add(id: string, isLarge = false) {
      queue.set(org(id), { organisationId: org(id), isLarge, dueIn: 0 });
    },
    finish(id: string, outcome: PublishOutcome = 'published') {
      if (outcome === 'published') queue.delete(org(id));
      const done = atWork.get(org(id));
      atWork.delete(org(id));
      done?.(outcome);
    },
    notify: wakeUp.notify,
    wake: wakeUp.wake,
    async stop() {
      stop.abort();
      wakeUp.wake();
      await running;
    },
  };
}

test('one lane is reserved for small organisations and one for large ones', async () => {
  const queue = createQueue();
  for (const id of ['large-1', 'large-2', 'large-3', 'large-4']) queue.add(id, true);
  await waitUntil('two are at work', () => queue.atWork().length === 2);
  queue.add('small-1');
  queue.add('small-2');
  await waitUntil('a small one is at work', () => queue.atWork().includes(org('small-1')));
  expect(queue.atWork()).toEqual(['large-1', 'large-2', 'small-1']);
  queue.finish('small-1');
  await waitUntil('the next small one', () => queue.begun.length === 4);
  expect(queue.begun).toEqual(['large-1', 'large-2', 'small-1', 'small-2']);
  for (const id of ['small-2', 'large-1', 'large-2', 'large-3', 'large-4']) {
    await waitUntil(id, () => queue.atWork().includes(org(id)));
    queue.finish(id);
  }
  await queue.stop();
});

test('an organisation is published by one task at a time, and again if changes came meanwhile', async () => {
  const queue = createQueue();
  queue.add('north');
  await waitUntil('it is at work', () => queue.atWork().length === 1);
  queue.add('south');
  await waitUntil('the other one too', () => queue.atWork().length === 2);
  queue.finish('north');
  queue.add('north');
  await waitUntil('it is at work again', () => queue.begun.length === 3);
  expect(queue.begun).toEqual(['north', 'south', 'north']);
  queue.finish('south');
  queue.finish('north');
  await queue.stop();
});

test('an organisation that is not due yet is published when it is, without anything else happening', async () => {
  const dueAt = performance.now() + 150;
  const queue = createQueue({
    poll: 60_000,
    list: async () => listed({ organisationId: org('north'), isLarge: false, dueIn: dueAt - performance.now() }),
  });
  await waitUntil('it is at work', () => queue.begun.length === 1);
  expect(performance.now()).toBeGreaterThanOrEqual(dueAt);
  queue.finish('north', 'nothing');
  await queue.stop();
});

test('an organisation that changes while it is published is published again, even if there was nothing to do', async () => {
  const queue = createQueue({ poll: 60_000 });
  queue.add('north');
  queue.wake();
  await waitUntil('it is at work', () => queue.begun.length === 1);
  queue.wake();
  await sleep(20);
  queue.finish('north', 'nothing');
  await waitUntil('it is at work again', () => queue.begun.length === 2);
  queue.finish('north');
  await queue.stop();
});

test('a queue that takes long to read is not read for most of the time', async () => {
  let reading = 0;
  const queue = createQueue({
    poll: 60_000,
    list: async () => {
      const began = performance.now();
      await sleep(20);
      reading += performance.now() - began;
      return listed();
    },
  });
  const started = performance.now();
  for (let round = 0; round < 100; round++) {
    queue.wake();
    await sleep(5);
  }
  expect(reading / (performance.now() - started)).toBeLessThan(0.3);
  await queue.stop();
});

test('a queue that only seems to take long, since other work kept its answer from being heard, is read at once', async () => {
  let readings = 0;
  const queue = createQueue({
    poll: 60_000,
    list: async () => {
      readings += 1;
      await new Promise((answered) => setImmediate(answered));
      for (const end = performance.now() + 300; performance.now() < end; ); // as the checks of a large document
      return listed();
    },
  });
  const least = await fastest(1_000, async () => {
    const before = readings;
    queue.wake();
    const woken = performance.now();
    await waitUntil('it is read again', () => readings > before);
    return performance.now() - woken;
  });
  expect(least).toBeLessThan(1_000); // a rest would be 1.5 s
  await queue.stop();
});

test('however long it takes to read, what comes next waits no longer than the limit of a rest', async () => {
  let readings = 0;
  const queue = createQueue({
    poll: 60_000,
    rest: { times: 5, longest: 20 },
    list: async () => {
      readings += 1;
      await sleep(400); // without the limit the next reading would be 2 s away
      return listed();
    },
  });
  const least = await fastest(1_000, async () => {
    const before = readings;
    await sleep(450);
    const woken = performance.now();
    queue.wake();
    await waitUntil('it is read again', () => readings > before);
    return performance.now() - woken;
  });
  expect(least).toBeLessThan(1_000);
  await queue.stop();
});

test('an organisation that another publisher has leased is retried later, and the others are published', async () => {
  const queue = createQueue({ lanes: 2 });
  queue.add('held');
  await waitUntil('it is at work', () => queue.atWork().length === 1);
  queue.finish('held', 'busy');
  queue.add('other');
  await waitUntil('the other one', () => queue.begun.includes('other'));
  queue.finish('other');
  await waitUntil('the held one again', () => queue.begun.length === 3);
  expect(queue.begun).toEqual(['held', 'other', 'held']);
  queue.finish('held');
  await queue.stop();
});

test('while the store is unreachable nothing more is started until the next retry', async () => {
  const queue = createQueue({ lanes: 1 });
  queue.add('north');
  queue.add('south');
  await waitUntil('one is at work', () => queue.atWork().length === 1);
  const failedAt = performance.now();
  queue.finish('north', 'unreachable');
  await waitUntil('another attempt', () => queue.begun.length === 2);
  expect(performance.now() - failedAt).toBeGreaterThan(400);
  queue.finish(queue.atWork()[0] ?? '');
  await queue.stop();
});

test('a queue that cannot be read is reported and read again', async () => {
  let broken = true;
  const queue = createQueue({
    list: async () => {
      if (broken) throw new Error('no database');
      return listed({ organisationId: org('north'), isLarge: false, dueIn: 0 });
    },
  });
  await waitUntil('the failure', () => queue.failures.length === 1);
  broken = false;
  await waitUntil('it is at work', () => queue.atWork().length === 1);
  queue.finish('north', 'nothing');
  await queue.stop();
});

test('work that has started is finished when the scheduler stops', async () => {
  const queue = createQueue();
  queue.add('north');
  await waitUntil('it is at work', () => queue.atWork().length === 1);
  const stopped = queue.stop();
  expect(await Promise.race([stopped.then(() => 'stopped'), new Promise((go) => setTimeout(go, 30, 'at work'))])).toBe(
    'at work',
  );
  queue.finish('north');
  await stopped;
});

test('200 notifications in a row cause at most one reading per cooldown, and one after the last', async () => {
  const readings: number[] = [];
  const queue = createQueue({
    poll: 60_000,
    list: async () => {
      readings.push(performance.now());
      return listed();
    },
  });
  const started = performance.now();
  let last = started;
  for (let round = 0; round < 200; round++) {
    await new Promise((next) => setImmediate(next));
    last = performance.now();
    queue.notify();
  }
  await waitUntil('it is read after the last', () => (readings.at(-1) ?? 0) > last);
  // One at the start, and one for the first notification, before any cooldown.
  expect(readings.length - 2).toBeLessThanOrEqual(((readings.at(-1) ?? 0) - started) / notificationCooldown + 1);
  await queue.stop();
});

test('a wake-up ends a wait during the cooldown of notifications', async () => {
  const wakeUp = createWakeUp();
  const waiting = wakeUp.wait(60_000, 60_000);
  wakeUp.notify();
  wakeUp.wake();
  expect(await waiting).toBe('wake');
});
