// `serve --workers`: several processes on one port, which must be as fresh as one, outlive each other, and end together.

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const workers = 4;

async function servedByWorkers() {
  const form = publishedFolder(await temporaryFolder());
  const key = await form.addOrganisation('north', { v1: { id: 'v1' } });
  const [port, adminPort] = [await freePort(), await freePort()];
  const running = startProcess(['scripts/serve.ts', '--workers', String(workers)], {
    BELFRY_OUT: form.folder,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    LOG_LEVEL: 'silent',
  });
  onTestFinished(async () => {
    running.child.kill('SIGKILL'); // the workers go with it
    await running.finished;
  });
  await running.printed('Ctrl-C');
  const statusWith = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
    const signal = AbortSignal.timeout(20_000);
    return (await fetch(`http://127.0.0.1:${port}${listPath}`, { headers, signal })).status;
  };
  const metrics = async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return { form, key, port, adminPort, running, statusWith, metrics };
}

const workersOf = (pid: number | undefined): number[] =>
  execFileSync('pgrep', ['-P', String(pid), '-f', 'serve.ts'])
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);

const times = <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, work));

test('workers answer together, count together, and each of them refuses a revoked key at once', async () => {
  const { form, key, statusWith, metrics, running } = await servedByWorkers();
  expect(workersOf(running.child.pid)).toHaveLength(workers);
  expect(new Set(await times(60, () => statusWith(key)))).toEqual(new Set([200]));
  expect(await metrics()).toContain('belfry_requests_total{resource="list",status="200"} 60');
  expect(await metrics()).toContain('belfry_request_duration_seconds_count 60');
  for (let round = 0; round < 20; round++) {
    await form.writeKey(key, 'north', { revoked: round % 2 === 0 });
    expect(new Set(await times(12, () => statusWith(key)))).toEqual(new Set([round % 2 === 0 ? 401 : 200]));
  }
});

test('a worker that dies is replaced, the others answer meanwhile, and no caller is left waiting', async () => {
  const { key, statusWith, running } = await servedByWorkers();
  let calling = true;
  const unexpected: unknown[] = [];
  const callers = times(8, async () => {
    while (calling) {
      try {
        const status = await statusWith(key);
        if (status !== 200) unexpected.push(status);
      } catch (error) {
        // A connection may end with the process that had it, but must end.
        if (error instanceof Error && error.name === 'TimeoutError') unexpected.push(error);
      }
    }
  });
  // One of the first stays: those that take a place need a moment until they listen.
  for (let round = 1; round < workers; round++) {
    const before = workersOf(running.child.pid);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await waitUntil('another has taken its place', () => {
      const now = workersOf(running.child.pid);
      return now.length === workers && !now.includes(before[0] ?? 0);
    });
  }
  expect(await statusWith(key)).toBe(200);
  calling = false;
  await callers;
  expect(unexpected).toEqual([]);
});

test('SIGTERM ends all of them, and a first process that is killed leaves none behind', async () => {
  const ended = await servedByWorkers();
  ended.running.child.kill('SIGTERM');
  expect((await ended.running.finished).code).toBe(0);
  await expect(ended.statusWith(ended.key)).rejects.toThrow();

  const killed = await servedByWorkers();
  const left = workersOf(killed.running.child.pid);
  killed.running.child.kill('SIGKILL');
  await waitUntil('the workers have gone', () => left.every((pid) => !isAlive(pid)));
});

test('a port that is taken is said, with exit code 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((listening) => taken.once('listening', listening));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = startProcess(['scripts/serve.ts', '--workers', '2'], {
    BELFRY_OUT: await temporaryFolder(),
    PORT: String(port),
    ADMIN_PORT: String(await freePort()),
  });
  const { code, stderr } = await running.finished;
  expect(stderr).toContain(`port ${port} is taken; set PORT to another`);
  expect(code).toBe(2);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
