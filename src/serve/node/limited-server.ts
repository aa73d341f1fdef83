// What every server on node:http asks of its clients: how fast, how much and how many. The server of `belfry serve` and the
// function at the edge share it. What breaks a limit is refused with the usual error body where HTTP still allows one.

import type { RequestListener, Server } from 'node:http';
import { createHttpServer, usualServerLimits } from '../../create-http-server.ts';
import { hasOneHost, refuseConnection, refuseHost } from './refuse-connection.ts';

/** Time limits of a client in milliseconds: to send its headers, to send the whole request, and without any data. */
export type ClientLimits = typeof usualLimits;
export const usualLimits = {
  ...usualServerLimits,
  /** For a client that does not read its response. */
  idleTimeout: 120_000,
};

/**
 * How many connections may wait to be accepted: calendars ask at the full hour, all at once. Beyond it the system drops them, by
 * default beyond 511; it allows no more than its own limit, as net.core.somaxconn.
 */
export const mostWaiting = 4096;

type Options = {
  limits?: Partial<ClientLimits> | undefined;
  /** PEM texts; without them the server speaks plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
};

/** A server that is not listening yet. The listener gets only requests with one Host. */
export function limitedServer(listener: RequestListener, { limits, tls, now }: Options): Server {
  const { idleTimeout: _, ...serverLimits } = { ...usualLimits, ...limits };
  const listen: RequestListener = (request, response) => {
    const { headers } = request;
    // The unread body of a request would block the connection.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      response.shouldKeepAlive = false;
    if (hasOneHost(request)) listener(request, response);
    else refuseHost(response, now());
  };
  const server = createHttpServer(listen, {
    limits: serverLimits,
    tls,
    refuse: (error, socket) => refuseConnection(error, socket, now()),
    // Refused above, with a body: node's own refusal has none.
    requireHostHeader: false,
  });
  // An unknown expectation need not be refused (RFC 9110, section 10.1.1), and node would refuse it without a body.
  server.on('checkExpectation', listen);
  return server;
}
