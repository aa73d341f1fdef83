// belfry serve: serves the published output. It needs no database.

import { Option } from 'commander';
import { reasonOf } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { untilStopped } from './command/run-command.ts';
import { addServerOptions, type ParsedServerOptions, serverOptions } from './options/server-options.ts';
import { type RunningServer, runServer } from './running/run-server.ts';

/** `workers` is what units of 0.2 say, which have to start after an upgrade. */
type Options = ParsedServerOptions & { workers?: string };

const withoutWorkers =
  '--workers is gone, and this is one process. For more cores start several on one socket, as the guide to operating Belfry shows.';

export const command = addServerOptions(
  createCommand('serve', 'Serve the published output', [
    'serve',
    'serve --behind-tls-proxy',
    'serve --cache 512 --refuse-after 300',
  ]),
)
  .addOption(new Option('--workers <count>').hideHelp())
  .action(async ({ workers, ...options }: Options) => {
    // Before anything reports that it is ready, so that a signal right after that is handled.
    const stopped = untilStopped();
    let server: RunningServer | undefined;
    // On a terminal SIGHUP means that the terminal was closed, which ends the server as ever.
    let reading = Promise.resolve();
    const readAgain = () => {
      reading = reading.then(() => server && readCertificateAgain(server));
    };
    if (!process.stdout.isTTY) process.on('SIGHUP', readAgain);
    if (workers !== undefined) console.error(withoutWorkers);
    server = await runServer(serverOptions(options));
    console.log(`Serving on ${server.url}, admin on ${server.adminUrl}. Ctrl-C ends it.`);
    await stopped;
    await server.close();
  });

async function readCertificateAgain(server: RunningServer): Promise<void> {
  try {
    const read = await server.renewCertificate();
    console.log(
      read ? 'Read the certificate again.' : 'There is no TLS_CERT to read again; restart it for anything else.',
    );
  } catch (error) {
    console.error(`error: ${reasonOf(error)}; the earlier certificate is used on`);
  }
}
