// For node and for Bun: `node belfry-node.mjs`, a server over a bucket in one file that needs nothing installed. `serve` does
// more: TLS, metrics, workers. Bun has it from node:http too, since the address in its own requests is tidied up: `%2e%2e`
// in the place of an id would be gone, and the answer another.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Environment, fetchHandler } from './fetch-handler.ts';
import { fileBytes, listenSettings } from './listen-settings.ts';

try {
  const env: Environment & NodeJS.ProcessEnv = process.env;
  const handle = fetchHandler(env, fileBytes);
  const { hostname, port } = listenSettings(env);
  // Two Authorization headers become one that is no key, rather than a choice between them.
  const server = createServer({ joinDuplicateHeaders: true }, (request, response) => {
    const { method = 'GET', url: target = '/' } = request;
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    handle({ method, headers, target }, () => {})
      .then((given) => send(given, response))
      .catch(() => response.destroy());
  });
  server.listen(port, hostname);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo; // it listens on a port, so it has no other kind of address
  console.log(`Serving on http://${hostname}:${bound.port}`);
  process.once('SIGTERM', () => server.close());
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
}

async function send(given: Response, response: ServerResponse): Promise<void> {
  response.writeHead(given.status, Object.fromEntries(given.headers));
  response.end(new Uint8Array(await given.arrayBuffer()));
}
