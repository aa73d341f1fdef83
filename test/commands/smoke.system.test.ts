// `smoke` against misconfigured servers: the message explains the first cause.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { explainFailure } from '../../scripts/reports/explain-failure.ts';
import { freePort } from '../support/free-port.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { type CommandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
});

const line = (url: string, key = 'belfry_x') => ['smoke', '--key', key, '--url', url];
const smoke = (url: string, key?: string) => runHere(line(url, key), {});

type Handler = Parameters<typeof createServer>[1];

/** The port of a server that answers every request alike. */
async function serverOf(answer: Handler, tls?: { cert: Buffer; key: Buffer }): Promise<number> {
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function certificate(name: string, days: number, subjectAltName: string) {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', String(days), '-subj', '/CN=school'];
  const rest = ['-addext', `subjectAltName=${subjectAltName}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', [...request, ...rest], { stdio: 'ignore' });
  return { path: cert, pem: { cert: readFileSync(cert), key: readFileSync(key) } };
}

async function belfry() {
  const form = publishedFolder(await temporaryFolder());
  const key = await form.addOrganisation('school', { v1: { id: 'v1' } }, [{ id: 'v1' }]);
  const { port } = await runningServer(form.folder);
  return { key, url: `http://127.0.0.1:${port}` };
}

test('a Belfry server passes every step', async () => {
  const { key, url } = await belfry();
  const { code, stdout, stderr } = await runLine(line(url, '-').join(' '), {}, `${key}\n`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^ok /gm)).toHaveLength(7);
});

test('a key among the arguments still works, with a warning that names the safe way and not the key', async () => {
  const { key, url } = await belfry();
  const { code, stderr } = await smoke(url, key);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: a key among the arguments is shown in the list of processes .*--key -` reads it/);
  expect(stderr).not.toContain(key);
});

test.each([
  ['', '--key must be printable ASCII without spaces'],
  ['a b', '--key must be printable ASCII without spaces'],
  ['x'.repeat(5000), 'standard input has more than 4096 bytes'],
])('what standard input has is checked as an argument is', async (input, sentence) => {
  const { code, stderr } = await runLine('smoke --url http://127.0.0.1:1 --key -', {}, input);
  expect([code, stderr.includes(sentence), stderr.includes('xxx')]).toEqual([2, true, false]);
});

test('a wrong key', async () => {
  const { url } = await belfry();
  expect((await smoke(url)).stderr).toContain(
    'the list answers 200: 401, INVALID_API_KEY: Invalid or inactive API key',
  );
});

const ofAnotherName = () => certificate('other', 5, 'DNS:timetables.example');

test.each<[string, () => Promise<[url: string, variables?: CommandEnvironment]>, string]>([
  ['nothing listens', async () => [`http://127.0.0.1:${await freePort()}`], 'nothing listens at 127.0.0.1:'],
  ['an unknown host', async () => ['http://nowhere.invalid'], 'there is no host nowhere.invalid'],
  [
    'https asked of an http port',
    async () => [`https://127.0.0.1:${await serverOf((_, answer) => answer.end())}`],
    'it does not speak TLS there: use http://',
  ],
  [
    'http asked of an https port',
    async () => [`http://127.0.0.1:${await serverOf((_, answer) => answer.end(), ofAnotherName().pem)}`],
    'it may want https://',
  ],
  [
    'a self-signed certificate',
    async () => [`https://127.0.0.1:${await serverOf((_, answer) => answer.end(), ofAnotherName().pem)}`],
    'its certificate is not signed by an authority that this machine trusts',
  ],
  [
    'a certificate of another name',
    async () => {
      const { path, pem } = ofAnotherName();
      return [`https://127.0.0.1:${await serverOf((_, answer) => answer.end(), pem)}`, { NODE_EXTRA_CA_CERTS: path }];
    },
    'its TLS certificate is for other names than 127.0.0.1',
  ],
  [
    'a proxy whose server is down',
    async () => [
      `http://127.0.0.1:${await serverOf((_, answer) => answer.writeHead(502).end('<html><title>502 Bad Gateway</title>'))}`,
    ],
    '502, a page of HTML, "502 Bad Gateway": a proxy in front',
  ],
  [
    'a page instead of the list',
    async () => [`http://127.0.0.1:${await serverOf((_, answer) => answer.end('<!doctype html>'))}`],
    '200, a page of HTML: a proxy in front, or another site',
  ],
  [
    'a redirect',
    async () => [
      `http://127.0.0.1:${await serverOf((_, answer) => answer.writeHead(301, { location: 'https://new.example/' }).end())}`,
    ],
    '301, it redirects to https://new.example/: give that address',
  ],
  [
    'another program',
    async () => [`http://127.0.0.1:${await serverOf((_, answer) => answer.end('{"ok":true}'))}`],
    '200, and not an answer of Belfry',
  ],
])('%s', async (_, prepare, sentence) => {
  const [url, variables] = await prepare();
  // NODE_EXTRA_CA_CERTS is read when Node starts, so this needs a process of its own.
  const { code, stderr } = await (variables === undefined ? smoke(url) : runLine(line(url).join(' '), variables));
  expect(stderr).toMatch(/^warning: .+\nerror: .+\n$/);
  expect(stderr).toContain(sentence);
  expect(code).toBe(1);
});

test('an expired certificate', () => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }) });
  expect(explainFailure('https://school.example', error)).toContain('its TLS certificate has expired');
});
