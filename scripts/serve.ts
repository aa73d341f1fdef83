// belfry serve: serves the published output. It needs no database.

import cluster from 'node:cluster';
import { readWorkers } from './support/option-values.ts';
import { createCommand, untilStopped } from './support/run-command.ts';
import { runServer } from './support/run-server.ts';
import { runWorkers, serveAsWorker } from './support/run-workers.ts';
import { addServerOptions, serverOptions } from './support/server-options.ts';

export const command = addServerOptions(
  createCommand('serve', 'Serve the published output', [
    'serve',
    'serve --workers 4 --behind-tls-proxy',
    'serve --cache 512 --refuse-after 300',
  ]),
)
  .option('--workers <count>', 'processes that serve, for machines with several cores', readWorkers, 1)
  .action(async ({ workers, ...options }) => {
    if (cluster.isWorker) return serveAsWorker(serverOptions(options));
    // Before anything reports that it is ready, so that a signal right after that is handled.
    const stopped = untilStopped();
    const settings = serverOptions(options);
    const server = workers > 1 ? await runWorkers(workers, settings) : await runServer(settings);
    console.log(`Serving on ${server.url}, admin on ${server.adminUrl}. Ctrl-C ends it.`);
    await stopped;
    await server.close();
  });
