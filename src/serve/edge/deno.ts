// For Deno: `deno run --allow-net --allow-env belfry-deno.mjs`.

import { reasonOf } from '../../errors.ts';
import { type Environment, fetchHandler, targetOf } from './fetch-handler.ts';
import { nodeRuntime } from './node-runtime.ts';
import { listenSettings } from './settings.ts';

/** The part of Deno's API that is used (https://docs.deno.com/api/deno/~/Deno.serve). */
declare const Deno: {
  env: { toObject(): Environment & Record<string, string> };
  serve(
    options: { hostname: string; port: number; onListen(bound: { hostname: string; port: number }): void },
    handler: (request: Request) => Promise<Response>,
  ): { shutdown(): Promise<void> };
  addSignalListener(signal: 'SIGTERM', end: () => void): void;
  exit(code: number): never;
};

try {
  const env = Deno.env.toObject();
  const handle = fetchHandler(env, nodeRuntime);
  const server = Deno.serve(
    {
      ...listenSettings(env),
      onListen: ({ hostname, port }) => console.log(`Serving on http://${hostname}:${port}`),
    },
    ({ method, headers, url }) => handle({ method, headers, target: targetOf(url) }, () => {}),
  );
  Deno.addSignalListener('SIGTERM', () => void server.shutdown());
} catch (error) {
  console.error(`error: ${reasonOf(error)}`);
  Deno.exit(2);
}
