// A whole server: one port for callers, one for operators.

import { serveAdmin } from './serve-admin.ts';
import { type ServerOptions, serveRequests } from './serve-requests.ts';
import { publisherLimits } from './server-options.ts';

export type RunningServer = {
  /** Where it answers, such as http://127.0.0.1:8080. */
  url: string;
  adminUrl: string;
  /** Takes no new connections, lets requests in progress end, and then returns. */
  close(): Promise<void>;
};

/** A server in this process. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const requests = await serveRequests(options);
  const sources = { metrics: async () => requests.registry, limits: publisherLimits(options) };
  const operators = await serveAdmin(sources).catch(async (error: unknown) => {
    await requests.close();
    throw error;
  });
  return {
    url: requests.url,
    adminUrl: operators.url,
    async close() {
      operators.drain();
      await requests.close();
      await operators.close();
    },
  };
}

/** Resolves at the first SIGINT or SIGTERM; the ones after it change nothing, since a terminal and npm both send them. */
export const untilStopped = (): Promise<NodeJS.Signals> =>
  new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  });
