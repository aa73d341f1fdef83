// belfry serve: serves the published output. It needs no database.

import cluster from 'node:cluster';
import { createCommand } from './command/create-command.ts';
import { untilStopped } from './command/run-command.ts';
import { readWorkers } from './options/option-values.ts';
import { addServerOptions, type ServerCommandOptions, serverOptions } from './options/server-options.ts';
import { type RunningServer, runServer } from './running/run-server.ts';
import { type RunningWorkers, runWorkers } from './running/run-workers.ts';
import { serveAsWorker } from './running/serve-as-worker.ts';

export const command = addServerOptions(
  createCommand('serve', 'Serve the published output', [
    'serve',
    'serve --workers 4 --behind-tls-proxy',
    'serve --cache 512 --refuse-after 300',
  ]),
)
  .option(
    '--workers <count>',
    'processes that serve, for machines with several cores; from 2 on, SIGHUP replaces them one by one',
    readWorkers,
    1,
  )
  .action(async ({ workers, ...options }) => {
    if (cluster.isWorker) return serveAsWorker(serverOptions(options));
    // Before anything reports that it is ready, so that a signal right after that is handled.
    const stopped = untilStopped();
    const settings = serverOptions(options);
    const server = workers > 1 ? await runReplaceable(workers, settings) : await runServer(settings);
    console.log(`Serving on ${server.url}, admin on ${server.adminUrl}. Ctrl-C ends it.`);
    await stopped;
    await server.close();
  });

/** Workers that SIGHUP replaces. On a terminal SIGHUP means that the terminal was closed, which ends the server as ever. */
async function runReplaceable(count: number, options: ServerCommandOptions): Promise<RunningServer> {
  let server: RunningWorkers | undefined;
  // Until the first workers serve there is nothing to replace, and by default the signal would end the process.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => server?.replace());
  server = await runWorkers(count, options);
  return server;
}
