// belfry demo: the demo school with everything, from nothing: `start` with a database and an output of its own in a temporary folder,
// whatever the environment says of others, on ports that are free. When it ends, nothing is left.

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommand } from './command/create-command.ts';
import { overrideSettings } from './options/read-setting.ts';
import { settings } from './options/settings.ts';
import { start } from './start.ts';

export const command = createCommand('demo', 'Show the demo school: no database, nothing kept', ['demo']).action(
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-demo-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    endEarly();
    const { databaseUrl, listenUrl, dataFolder, outFolder, bucket, port, adminPort, dashboardPort } = settings;
    for (const { name } of [databaseUrl, listenUrl, bucket]) overrideSettings({ [name]: '' });
    overrideSettings({ [dataFolder.name]: join(folder, 'data'), [outFolder.name]: join(folder, 'out') });
    for (const { name, value } of [port, adminPort, dashboardPort])
      if (await isTaken(value)) overrideSettings({ [name]: '0' });
    // Its keys open an invented school, so they may travel in the clear where HOST is beyond loopback, as in a container.
    await start({ cache: 16, publisherTimeout: 60, behindTlsProxy: true });
  },
);

/** A signal before `start` listens for it ends the process at once, as without a listener, but leaves no folder. */
function endEarly(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  // The terminal was closed.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
}

/** Whether something listens on a port of this machine. */
const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });
