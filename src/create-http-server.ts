// The one place that creates HTTP servers, so that none has node's default limits: how fast, how much and how many a client may be.
// Who uses it says what a client that breaks a limit is answered.

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';

/** Milliseconds, and a number of connections. */
export type ServerLimits = {
  /** For a client to send its headers, and the whole request. */
  headersTimeout: number;
  requestTimeout: number;
  /** Between two requests. */
  keepAliveTimeout: number;
  /** How often the first two are checked. */
  connectionsCheckingInterval: number;
  /** Of one process. Further ones are closed at once, since each takes memory and a file descriptor. */
  maxConnections: number;
};

export const usualServerLimits: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Proxies in front are told to close after 60 seconds, so that they are the first to close.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 10_000,
};

export type HttpServerOptions = {
  limits: ServerLimits;
  /** PEM texts; null for plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Answers what never becomes a request, if the socket is still writable, and closes the connection. */
  refuse(error: Error & { code?: string }, socket: Duplex): void;
  /** False where the listener itself refuses a request without a Host. */
  requireHostHeader?: boolean;
};

/** A server that is not listening yet. */
export function createHttpServer(
  listener: RequestListener,
  { limits: { maxConnections, ...times }, tls, refuse, requireHostHeader = true }: HttpServerOptions,
): Server {
  const settings = {
    ...times,
    maxHeaderSize: 16 * 1024,
    // Two Authorization headers become one invalid header, so there is no choice between them; so do two Host headers.
    joinDuplicateHeaders: true,
    requireHostHeader,
  };
  const server =
    tls === null
      ? createServer(settings, listener)
      : createTlsServer({ ...settings, handshakeTimeout: times.headersTimeout, ...tls }, listener);
  server.maxConnections = maxConnections;
  // Their size limits their number. By default node drops those after the first thousand without a word, a second
  // Authorization or Host header among them.
  server.maxHeadersCount = 0;
  server.on('clientError', refuse);
  return server;
}

/** New connections get this certificate; those that are open keep theirs. @throws when it does not fit its key, and keeps the earlier one */
export function useCertificate(server: Server, tls: { cert: Buffer; key: Buffer }): void {
  if (server instanceof TlsServer) server.setSecureContext(tls);
}
