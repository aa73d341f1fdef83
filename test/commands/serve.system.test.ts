// `serve` as a process: its port, and its certificate, which it reads again on SIGHUP.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { repositoryFolder, startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Writes a self-signed certificate and its key into the folder. */
function newCertificate(folder: string, name: string, days: number): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=${name}`;
  execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

/** Answers a request without a key on a new connection. */
const ask = (port: number): Promise<{ status: number | undefined; name: unknown }> =>
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

async function serving(variables: Record<string, string>) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const running = startProcess(['scripts/belfry.ts', 'serve'], {
    BELFRY_OUT: await temporaryFolder(),
    BELFRY_BUCKET: undefined,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    ...variables,
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
  const reload = async (says: string) => {
    const before = log.length;
    running.child.kill('SIGHUP');
    await waitUntil(`it says: ${says}`, () => log.slice(before).includes(says));
    return log.slice(before);
  };
  const certificateEnd = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    return Number(/^belfry_certificate_end_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
  };
  return { port, running, reload, certificateEnd };
}

test('a new certificate is used on SIGHUP; one that is missing, broken or of another key is not, and the server goes on', async () => {
  const folder = await temporaryFolder();
  const { cert, key } = newCertificate(folder, 'first.example', 1);
  const { port, reload, certificateEnd, running } = await serving({ TLS_CERT: cert, TLS_KEY: key });
  expect(await ask(port)).toEqual({ status: 401, name: 'first.example' });
  expect(await certificateEnd()).toBeLessThan(Date.now() + 2 * 86_400_000);

  renameSync(key, `${key}.away`);
  expect(await reload('the earlier certificate is used on')).toMatch(
    /^error: cannot read the files of TLS_CERT and TLS_KEY: .*key\.pem/,
  );
  writeFileSync(key, 'no key');
  await reload('the earlier certificate is used on');
  const { key: other } = newCertificate(await temporaryFolder(), 'other.example', 1);
  renameSync(other, key);
  await reload('the earlier certificate is used on');
  expect(await ask(port)).toEqual({ status: 401, name: 'first.example' });
  expect(await certificateEnd()).toBeLessThan(Date.now() + 2 * 86_400_000);

  newCertificate(folder, 'second.example', 30);
  await reload('Read the certificate again.');
  expect(await ask(port)).toEqual({ status: 401, name: 'second.example' });
  expect(await certificateEnd()).toBeGreaterThan(Date.now() + 28 * 86_400_000);
  running.child.kill('SIGTERM');
  expect((await running.finished).code).toBe(0);
});

test('a server without TLS says that there is none, and goes on', async () => {
  const { port, reload } = await serving({});
  await reload('There is no TLS_CERT to read again');
  expect((await fetch(`http://127.0.0.1:${port}${listPath}`)).status).toBe(401);
});

test('a unit of 0.2 that asks for workers still starts, as one process, and says that they are gone', async () => {
  const running = startProcess(['scripts/belfry.ts', 'serve', '--workers', '2'], {
    BELFRY_OUT: await temporaryFolder(),
    BELFRY_BUCKET: undefined,
    PORT: '0',
    ADMIN_PORT: '0',
  });
  await running.printed('Ctrl-C');
  running.child.kill('SIGTERM');
  expect(await running.finished).toMatchObject({ code: 0, stderr: expect.stringContaining('--workers is gone') });
});

test('a port that is taken is an error, with exit code 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = startProcess(['scripts/belfry.ts', 'serve'], {
    BELFRY_OUT: await temporaryFolder(),
    BELFRY_BUCKET: undefined,
    PORT: String(port),
    ADMIN_PORT: '0',
  });
  const { code, stderr } = await running.finished;
  expect(stderr).toContain(`port ${port} is taken; set PORT to another`);
  expect(code).toBe(2);
});

test('started by npm, it ends with npm: SIGTERM to npm alone leaves nothing behind', async () => {
  const port = await freePort();
  const variables = { BELFRY_OUT: await temporaryFolder(), BELFRY_BUCKET: '', PORT: String(port), ADMIN_PORT: '0' };
  const npm = spawn('npm', ['run', 'serve'], { cwd: repositoryFolder, env: { ...process.env, ...variables } });
  let said = '';
  npm.stdout.on('data', (text) => {
    said += text;
  });
  await waitUntil('it serves', () => said.includes('Ctrl-C'));
  npm.kill('SIGTERM');
  await waitUntil(
    'nobody listens any more',
    () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => false,
        () => true,
      ),
    10_000,
  );
});
