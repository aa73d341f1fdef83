// A new release or certificate without a lost request: while SIGHUP replaces all workers several times, callers behind nginx
// with one upstream and callers on connections of their own get every answer, and a slow download its end.
// @module-tag long

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { type RawClient, rawClient } from '../support/raw-client.ts';
import { type RunningProcess, startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isInstalled, proxiedName, startTlsProxy } from '../support/tls-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const requests = 10_000;
const callers = 16;

let key: string;
let port: number;
let adminPort: number;
let server: RunningProcess;
let log = '';

beforeAll(async () => {
  const form = publishedFolder(await temporaryFolder(whenFileEnds));
  key = await form.addOrganisation('north', { v1: { id: 'v1', text: 'lesson '.repeat(3_000_000) } });
  [port, adminPort] = [await freePort(), await freePort()];
  server = startProcess(['scripts/belfry.ts', 'serve', '--behind-tls-proxy', '--workers', '2'], {
    BELFRY_OUT: form.folder,
    BELFRY_BUCKET: undefined,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  });
  server.child.stdout?.on('data', (text) => {
    log += text;
  });
  await server.printed('Ctrl-C');
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.finished;
});

const workersOf = (pid: number | undefined): string[] =>
  execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n');
const rounds = () => log.match(/^Replaced the workers; 2 serve\.$/gm)?.length ?? 0;

/** Callers that keep their connections, one request after the other, until `isOver`. @returns what went wrong */
async function callWith(client: RawClient, isOver: () => boolean, onAnswer: () => void): Promise<string[]> {
  const lost: string[] = [];
  const call = async () => {
    while (!isOver()) {
      const headers = { Authorization: `Bearer ${key}` };
      const outcome = await client.call({ path: listPath, headers }).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (outcome !== '200') lost.push(outcome);
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: callers / 2 }, call));
  return lost;
}

test.skipIf(!isInstalled('nginx'))(
  `none of ${requests} requests is lost, behind nginx or on a connection of their own (needs Debian's nginx)`,
  async () => {
    const proxy = await startTlsProxy('nginx', port);
    onTestFinished(() => proxy.stop());
    const proxied = rawClient(proxy.port, { servername: proxiedName, ca: proxy.ca });
    const direct = rawClient(port);
    onTestFinished(() => {
      proxied.close();
      direct.close();
    });
    const first = workersOf(server.child.pid);
    expect(first).toHaveLength(2);

    // A download that is slower than the replacement of its worker.
    const slow = await direct.connect();
    slow.write(`GET ${listPath}/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    await once(slow, 'readable'); // from here on it is paused
    let received = 0;
    let closed = false;
    slow.on('data', ({ length }) => {
      received += length;
    });
    setTimeout(() => slow.resume(), 7_000);
    slow.on('close', () => {
      closed = true;
    });

    let answered = 0;
    const isOver = () => answered >= requests && rounds() >= 2;
    const calling = [proxied, direct].map((client) => callWith(client, isOver, () => answered++));
    while (!isOver()) {
      const before = rounds();
      server.child.kill('SIGHUP');
      await waitUntil('all workers were replaced', () => rounds() > before);
    }
    const lost = await Promise.all(calling);
    expect({ nginx: lost[0], direct: lost[1], answered: answered >= requests }).toEqual({
      nginx: [],
      direct: [],
      answered: true,
    });
    await waitUntil('the slow download has all of the document', () => received > 21_000_000);
    await waitUntil('and its connection is closed', () => closed);
    await waitUntil('the first workers have gone', () => workersOf(server.child.pid).length === 2);
    expect(workersOf(server.child.pid).filter((pid) => first.includes(pid))).toEqual([]);
    // Of the workers that have gone too, so that no counter goes down.
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    const [, counted] = /^belfry_requests_total\{resource="list",status="200"\} (\d+)$/m.exec(metrics) ?? [];
    expect(Number(counted)).toBe(answered);
  },
);
