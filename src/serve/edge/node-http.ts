// For node and Bun: `node belfry-node.mjs` serves from a bucket, in one file without dependencies. `npm run serve` adds TLS
// and metrics. Bun uses node:http too, because its own requests normalise the URL: an id of `%2e%2e` would change
// the path.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '../../errors.ts';
import { limitedServer, mostWaiting, usualLimits } from '../node/limited-server.ts';
import { type Environment, fetchHandler } from './fetch-handler.ts';
import { nodeRuntime } from './node-runtime.ts';
import { listenSettings } from './settings.ts';

try {
  const env: Environment & NodeJS.ProcessEnv = process.env;
  const handle = fetchHandler(env, nodeRuntime);
  const { hostname, port } = listenSettings(env);
  const server = limitedServer(
    (request, response) => {
      const { method = 'GET', url: target = '/' } = request;
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      response.setTimeout(usualLimits.idleTimeout);
      handle({ method, headers, target }, () => {})
        .then((given) => send(given, response))
        .catch(() => response.destroy());
    },
    { tls: null, now: Date.now },
  );
  server.listen(port, hostname, mostWaiting);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo; // a TCP server has an AddressInfo
  console.log(`Serving on http://${hostname}:${bound.port}`);
  process.once('SIGTERM', () => server.close());
} catch (error) {
  console.error(`error: ${reasonOf(error)}`);
  process.exit(2);
}

/** Ends the connection when the body fails, so that the caller never takes a part for the whole. */
async function send(given: Response, response: ServerResponse): Promise<void> {
  response.writeHead(given.status, Object.fromEntries(given.headers));
  if (given.body === null) response.end();
  else await pipeline(Readable.fromWeb(given.body), response);
}
