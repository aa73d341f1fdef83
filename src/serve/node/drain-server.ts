// Ends a server without losing a request: it takes no new connection, answers what still arrives on the open ones, and tells
// those callers to close. A connection without a request is closed only after a pause, since a request may be on its way.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

/** Milliseconds: until connections without a request are closed, and until requests in progress are cut off. */
type Patience = { idle: number; requests: number };

/** @returns when every connection has ended */
export async function drainServer(server: Server, { idle, requests }: Patience): Promise<void> {
  const telling = ['request', 'checkExpectation'] as const;
  for (const event of telling)
    server.prependListener(event, (_, response) => {
      response.shouldKeepAlive = false;
    });
  server.keepAliveTimeout = Math.min(server.keepAliveTimeout, Math.max(idle, 1));
  const closed = once(server, 'close');
  // Not the server's own method, which closes the connections without a request at once.
  TcpServer.prototype.close.call(server);
  // Repeated, for a connection that was answered without being told.
  const closing = setTimeout(() => {
    server.closeIdleConnections();
    closing.refresh();
  }, idle);
  const cutting = setTimeout(() => server.closeAllConnections(), requests);
  await closed;
  clearTimeout(closing);
  clearTimeout(cutting);
}
