// The process that publishes documents: it is started again when it ends, killed when it falls silent, and the version whose
// checks it did not finish is withheld by the next one. A program of the test's own takes its place; the whole is tried with
// `watch` in test/faults/hostile-documents.server.test.ts.

import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runDocumentsProcess } from '../../scripts/running/documents-process.ts';
import { reasonOf } from '../../src/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Prints its order, then does what the test says: a program that hangs hangs in one piece, as a check does. */
const program = `
process.once('message', (order) => {
  console.log(JSON.stringify(order));
  setInterval(() => process.send({ alive: true }), 100);
  RUN
});`;

async function runWith(code: string, deadline: number) {
  const file = join(await temporaryFolder(), 'program.mjs');
  await writeFile(file, program.replace('RUN', code));
  const stop = new AbortController();
  const orders: unknown[] = [];
  const failures: string[] = [];
  const children: ChildProcess[] = [];
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const start = () => {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    child.stdout?.on('data', (text) => orders.push(JSON.parse(String(text))));
    children.push(child);
    return child;
  };
  const onFailure = (what: string, error: unknown) => failures.push(`${what}: ${reasonOf(error)}`);
  const running = runDocumentsProcess({ deadline, totals, onFailure, start }, stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  onTestFinished(end);
  return { orders, failures, children, totals, end };
}

const hang = 'for (;;) {}';
const version = { organisationId: 'north', versionId: 'north-v1' };

test('one that falls silent while it checks a version is killed, and the next one is told to withhold that version', async () => {
  const { orders, failures, end } = await runWith(
    `if (order.cutOff.length === 0) process.send({ checks: ${JSON.stringify(version)} }, () => { ${hang} });`,
    2,
  );
  await waitUntil('it is started again', () => orders.length === 2);
  expect(orders).toEqual([
    { cutOff: [] },
    {
      cutOff: [
        { ...version, reason: expect.stringMatching(/took more than 2 s of processor time, so it was cut off/) },
      ],
    },
  ]);
  expect(failures).toEqual([
    'publishing documents: checking version north-v1 of organisation north took more than 2 s of processor time; its process is started again',
  ]);
  await end();
});

test('one that falls silent otherwise is killed, and no version is withheld for it', async () => {
  const { orders, failures } = await runWith(`setTimeout(() => { ${hang} }, 50);`, 2);
  await waitUntil('it is started again', () => orders.length === 2);
  expect(orders).toEqual([{ cutOff: [] }, { cutOff: [] }]);
  expect(failures).toEqual(['publishing documents: nothing was heard of it for 2 s; its process is started again']);
});

test('one that is suspended is killed', async () => {
  const { orders, failures, children } = await runWith('', 2);
  await waitUntil('it runs', () => orders.length === 1);
  children[0]?.kill('SIGSTOP');
  await waitUntil('it is started again', () => orders.length === 2);
  expect(failures).toEqual(['publishing documents: nothing was heard of it for 2 s; its process is started again']);
});

// Linux alone tells how much processor time another process has used.
test.skipIf(process.platform !== 'linux')(
  'one that gets little of the processor is given as much time as it needs',
  async () => {
    // It works for 100 ms, rests for 200, and is silent for longer than the limit until it has worked for 1.2 s. What it took to
    // start does not count, since it has said that it is alive.
    const used = '(({ user, system }) => user + system)(process.cpuUsage(began))';
    const work = `for (const began = process.cpuUsage(); ${used} < 100_000; );`;
    const pause = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);';
    const { orders, failures } = await runWith(
      `const silent = () => { for (let round = 0; round < 12; round++) { ${work} ${pause} } console.log('"done"'); };
      process.send({ alive: true }, silent);`,
      2,
    );
    await waitUntil('it is done', () => orders.includes('done'));
    expect(orders).toEqual([{ cutOff: [] }, 'done']);
    expect(failures).toEqual([]);
  },
);

test('one that ends is started again', async () => {
  const { orders, failures } = await runWith('setTimeout(() => process.exit(3), 50);', 30);
  await waitUntil('it is started again', () => orders.length === 2);
  expect(failures[0]).toBe('publishing documents: it ended with code 3; its process is started again');
});

test('what it has built counts for the heartbeat', async () => {
  const built = { builds: 7, buildSeconds: 0.5, generation: 3 };
  const { totals } = await runWith(`process.send({ built: ${JSON.stringify(built)} });`, 30);
  await waitUntil('it is told', () => totals.builds === 7);
  expect(totals).toEqual(built);
});

test('one that hangs is killed when the watcher stops', async () => {
  const { orders, end, children } = await runWith(`setTimeout(() => { ${hang} }, 50);`, 300);
  await waitUntil('it runs', () => orders.length === 1);
  const started = performance.now();
  await end();
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(children[0]?.signalCode).toMatch(/SIGKILL|SIGTERM/);
});
