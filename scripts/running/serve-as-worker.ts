// A worker process of `serve --workers`: serves until the primary process retires or ends it.

import cluster from 'node:cluster';
import { once } from 'node:events';
import { reasonOf } from '../../src/errors.ts';
import type { Patience } from '../../src/serve/node/drain-server.ts';
import type { ServerCommandOptions } from '../options/server-options.ts';
import { serveRequests } from './run-server.ts';
import { lastUseRequest, metricsRequest, retirement, type WorkerMessage } from './worker-messages.ts';

/** Others serve meanwhile, so a slow download may take its time. */
const retiring: Patience = { idle: 5_000, requests: 60_000 };

/** Serves until SIGTERM or retirement. node:cluster also ends a worker when the primary process is gone. */
export async function serveAsWorker(options: ServerCommandOptions): Promise<void> {
  // Ctrl-C and the end of a terminal signal every process; a worker waits for the primary process.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  const ended = once(process, 'SIGTERM');
  try {
    const { url, registry, lastUse, close } = await serveRequests(options);
    const retired = new Promise<Patience>((retire) => {
      process.on('message', async (message) => {
        if (message === metricsRequest) await send({ metrics: await registry.getMetricsAsJSON() });
        if (message === lastUseRequest) await send({ lastUse: [...lastUse()] });
        if (message === retirement) retire(retiring);
      });
    });
    await send({ listening: url });
    const patience = await Promise.race([retired, ended.then(() => undefined)]);
    // A server that stops waits for a shorter time, even if it was retired before.
    if (patience !== undefined) ended.then(() => close());
    await close(patience);
    await send({ last: await registry.getMetricsAsJSON(), lastUse: [...lastUse()] });
  } catch (error) {
    await send({ failed: reasonOf(error) });
    throw error;
  } finally {
    cluster.worker?.disconnect(); // it would keep the process alive
  }
}

/** Resolves once the message is on its way, or the primary process is gone. */
const send = (message: WorkerMessage): Promise<void> =>
  new Promise((sent) => {
    if (process.send === undefined) sent();
    else process.send(message, undefined, undefined, () => sent());
  });
