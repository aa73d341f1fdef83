// `serve` on the socket that systemd passes it, by systemd's own program for trying that.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { nodeArguments, repositoryFolder } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const passer = 'systemd-socket-activate';
const isThere = spawnSync(passer, ['--version']).status === 0;
if (!isThere && process.env['CI']) throw new Error(`${passer} is not installed, and CI must not skip what needs it`);

/** `serve`, which the first connection to one of the sockets starts. */
async function onSockets(sockets: string[], serveOptions: string[] = []) {
  const form = publishedFolder(await temporaryFolder());
  const key = await form.addOrganisation('north', { v1: { id: 'v1' } });
  const settings = { BELFRY_OUT: form.folder, PORT: '1', ADMIN_PORT: '0', NO_COLOR: '1' };
  const child = spawn(
    passer,
    [
      ...sockets.map((socket) => `--listen=${socket}`),
      ...Object.entries(settings).map(([name, value]) => `--setenv=${name}=${value}`),
      process.execPath,
      ...nodeArguments(['scripts/belfry.ts', 'serve', ...serveOptions]),
    ],
    { cwd: repositoryFolder },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const ended = once(child, 'close').then(([code]) => ({ code, said }));
  await waitUntil('it listens', () => said.includes('Listening on'));
  return { key, child, ended, said: () => said };
}

test.skipIf(!isThere)(
  'it serves there, and not on PORT; who came before it was ready is answered (needs systemd)',
  async () => {
    const port = await freePort();
    const { key, child, ended, said } = await onSockets([`127.0.0.1:${port}`]);
    const ask = () => fetch(`http://127.0.0.1:${port}${listPath}`, { headers: { Authorization: `Bearer ${key}` } });
    expect((await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status)).toEqual(
      Array(20).fill(200),
    );
    expect(said()).toContain('HOST and PORT are not used: systemd passed a socket');
    expect(said()).toContain(`Serving on http://127.0.0.1:${port}, `);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  },
);

test.skipIf(!isThere).each<[string, (folder: string) => Promise<string[]>, string]>([
  [
    'reaches other machines without TLS',
    async () => [`0.0.0.0:${await freePort()}`],
    'the socket listens on 0.0.0.0, and keys must not',
  ],
  ['has no port', async (folder) => [join(folder, 'serve.sock')], 'the socket that systemd passed has no port'],
  [
    'is one of two',
    async () => [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`],
    'systemd passed 2 sockets, and a server takes one',
  ],
])('a socket that %s is refused, with exit code 2 (needs systemd)', async (_, sockets, sentence) => {
  const [first = '', ...others] = await sockets(await temporaryFolder());
  const { ended } = await onSockets([first, ...others]);
  const place = first.startsWith('/') ? { path: first } : { port: Number(first.split(':')[1]), host: '127.0.0.1' };
  const caller = connect(place).on('error', () => {}); // nobody answers it
  expect(await ended).toEqual({ code: 2, said: expect.stringContaining(sentence) });
  caller.destroy();
});
