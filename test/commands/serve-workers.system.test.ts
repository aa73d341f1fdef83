// `serve --workers`: several processes on one port, which see every change, survive each other's death, and end together.

import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { freePort } from '../support/free-port.ts';
import { newKey, publishedFolder } from '../support/published-folder.ts';
import { startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { thorough } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';

const workers = thorough ? 4 : 3;

async function servedByWorkers() {
  const form = publishedFolder(await temporaryFolder());
  const key = await form.addOrganisation('north', { v1: { id: 'v1' } });
  const [port, adminPort] = [await freePort(), await freePort()];
  const running = startProcess(['scripts/belfry.ts', 'serve', '--workers', String(workers)], {
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
  execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);

const times = <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, work));

test("the workers' requests are counted together, and each worker refuses a revoked key at once", async () => {
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

test('the last use of keys is that of all workers, and of those that were replaced', async () => {
  const { form, key, statusWith, adminPort, running } = await servedByWorkers();
  const lastUse = async (): Promise<{ keys: Record<string, string> }> =>
    JSON.parse(await (await fetch(`http://127.0.0.1:${adminPort}/last-used`)).text());
  expect(await lastUse()).toEqual({ keys: {} });
  await times(30, () => statusWith(key));
  const used = { keys: { k1: expect.stringMatching(/T\d\d:\d\d:00\.000Z$/) } };
  expect(await lastUse()).toEqual(used);
  const metrics = () => fetch(`http://127.0.0.1:${adminPort}/metrics`).then((answer) => answer.text());
  // Both are asked of the workers at the same time.
  const [texts, uses] = await Promise.all([times(5, metrics), times(5, lastUse)]);
  for (const text of texts) expect(text).toContain('belfry_requests_total{resource="list",status="200"} 30');
  expect(uses).toEqual(Array(5).fill(used));
  const first = workersOf(running.child.pid);
  running.child.kill('SIGHUP');
  await waitUntil('no first worker is left', () => !first.some(isAlive));
  expect(await lastUse()).toEqual(used);
  const other = newKey('north');
  await form.writeKey(other, 'north', { keyId: 'key_other' });
  await statusWith(other);
  expect(Object.keys((await lastUse()).keys).toSorted()).toEqual(['k1', 'key_other']);
});

test('a worker that dies is replaced, the others answer meanwhile, and no request is left waiting', async () => {
  const { key, statusWith, running } = await servedByWorkers();
  let calling = true;
  const unexpected: unknown[] = [];
  const callers = times(8, async () => {
    while (calling) {
      try {
        const status = await statusWith(key);
        if (status !== 200) unexpected.push(status);
      } catch (error) {
        // A connection may be cut with its worker, but must not hang.
        if (error instanceof Error && error.name === 'TimeoutError') unexpected.push(error);
      }
    }
  });
  // One of the first workers is not killed, since replacements need a moment until they listen.
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

test('SIGTERM ends all workers, and so does killing the primary process', async () => {
  const ended = await servedByWorkers();
  ended.running.child.kill('SIGTERM');
  expect((await ended.running.finished).code).toBe(0);
  await expect(ended.statusWith(ended.key)).rejects.toThrow();

  const killed = await servedByWorkers();
  const left = workersOf(killed.running.child.pid);
  killed.running.child.kill('SIGKILL');
  await waitUntil('the workers have gone', () => left.every((pid) => !isAlive(pid)));
});

test('a port that is taken is an error, with exit code 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((listening) => taken.once('listening', listening));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = startProcess(['scripts/belfry.ts', 'serve', '--workers', '2'], {
    BELFRY_OUT: await temporaryFolder(),
    PORT: String(port),
    ADMIN_PORT: String(await freePort()),
  });
  const { code, stderr } = await running.finished;
  expect(stderr).toContain(`port ${port} is taken; set PORT to another`);
  expect(code).toBe(2);
});

test('workers that cannot start are retried for ever, and /readyz says so until one serves', async () => {
  const { cert, key } = await newCertificate(await temporaryFolder(), 'localhost');
  const form = publishedFolder(await temporaryFolder());
  const counts = { queueDepth: 0, queueAgeSeconds: 0, withheldVersions: 0, builds: 1, buildSeconds: 0, generation: 1 };
  const heartbeat = {
    at: Date.now(),
    watching: false,
    ...counts,
    organisations: 0,
    attention: { count: 0, first: [] },
  };
  await writeHeartbeat(form.store, heartbeat, null);
  const [port, adminPort] = [await freePort(), await freePort()];
  const running = startProcess(['scripts/belfry.ts', 'serve', '--workers', '2'], {
    BELFRY_OUT: form.folder,
    BELFRY_BUCKET: undefined,
    LOG_LEVEL: 'silent',
    TLS_CERT: cert,
    TLS_KEY: key,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  });
  onTestFinished(async () => {
    running.child.kill('SIGKILL');
    await running.finished;
  });
  await running.printed('Ctrl-C');
  const admin = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${adminPort}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  const endWorkers = () => workersOf(running.child.pid).map((pid) => process.kill(pid, 'SIGKILL'));
  expect(await admin('/readyz')).toContain('"ready":true');
  for (let round = 0; round < (thorough ? 2 : 1); round++) {
    renameSync(key, `${key}.away`);
    endWorkers();
    const said = await waitUntil('/readyz fails', async () => {
      const answer = await admin('/readyz');
      return answer.startsWith('503') && answer.includes('the files of TLS_CERT') && answer;
    });
    expect(said).toMatch(
      /no worker serves; one could not start: cannot read the files of TLS_CERT and TLS_KEY: .*key\.pem/,
    );
    expect(await admin('/metrics')).toMatch(/^200/);
    renameSync(`${key}.away`, key);
    await waitUntil('all serve again', async () =>
      (await admin('/readyz')).includes('"ready":true,"reasons":[],"issues":[]'),
    );
    expect(await answersOverTls(port)).toBe(401);
  }
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.finished;
  expect(stderr).toMatch(/A worker has ended \(SIGKILL\); starting another\./);
  expect(stderr).toMatch(/a worker could not start: cannot read the files of TLS_CERT and TLS_KEY: .*; retrying/);
  expect(code).toBe(0);
});

/** Writes a self-signed certificate and its key into the folder. */
async function newCertificate(folder: string, name: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=${name}`;
  execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

/** The status of a request without a key. */
const answersOverTls = async (port: number) => (await askOverTls(port)).status;

const askOverTls = (port: number): Promise<{ status: number | undefined; name: unknown }> =>
  new Promise((answered, failed) => {
    const place = { port, host: '127.0.0.1', path: listPath, rejectUnauthorized: false, agent: false };
    const asked = get(place, (response) => {
      response.resume();
      answered({
        status: response.statusCode,
        name: (response.socket as TLSSocket) // a request over TLS has such a socket
          .getPeerCertificate().subject.CN,
      });
    });
    asked.once('error', failed);
  });

test('on SIGHUP the workers take a new certificate; one that cannot be read leaves the earlier workers serving', async () => {
  const folder = await temporaryFolder();
  const { cert, key } = await newCertificate(folder, 'first.example');
  const port = await freePort();
  const running = startProcess(['scripts/belfry.ts', 'serve', '--workers', '2'], {
    BELFRY_OUT: await temporaryFolder(),
    BELFRY_BUCKET: undefined,
    TLS_CERT: cert,
    TLS_KEY: key,
    PORT: String(port),
    ADMIN_PORT: '0',
  });
  let log = '';
  for (const stream of [running.child.stdout, running.child.stderr])
    stream?.on('data', (text) => {
      log += text;
    });
  onTestFinished(async () => {
    running.child.kill('SIGKILL');
    await running.finished;
  });
  await running.printed('Ctrl-C');
  expect(await askOverTls(port)).toEqual({ status: 401, name: 'first.example' });

  const before = workersOf(running.child.pid);
  renameSync(key, `${key}.away`);
  running.child.kill('SIGHUP');
  await waitUntil('it says so', () => log.includes('the earlier workers go on serving'));
  expect(log).toMatch(/a worker could not start: cannot read the files of TLS_CERT and TLS_KEY: .*key\.pem/);
  await waitUntil('the one that could not start has gone', () => workersOf(running.child.pid).length === 2);
  expect(workersOf(running.child.pid)).toEqual(before);
  expect(await askOverTls(port)).toEqual({ status: 401, name: 'first.example' });

  await newCertificate(folder, 'second.example');
  // Twice at once: the second asks for another round.
  running.child.kill('SIGHUP');
  await waitUntil('it has begun', () => log.match(/Replacing the workers/g)?.length === 2);
  running.child.kill('SIGHUP');
  await waitUntil('both rounds are done', () => log.match(/Replaced the workers; 2 serve/g)?.length === 2);
  for (let asked = 0; asked < 10; asked++)
    expect(await askOverTls(port)).toEqual({ status: 401, name: 'second.example' });
  await waitUntil('the earlier ones have gone', () => workersOf(running.child.pid).length === 2);
  expect(workersOf(running.child.pid).filter((pid) => before.includes(pid))).toEqual([]);
  running.child.kill('SIGTERM');
  expect((await running.finished).code).toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
