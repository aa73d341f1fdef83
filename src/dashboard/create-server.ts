// The server under the dashboard: how fast, how much and how many a client may be. What is no HTTP is refused with a problem body
// where one can still be sent.

import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { catalogue, type ProblemName, problemBody, problemType } from './problem.ts';

const settings = {
  headersTimeout: 10_000,
  /** For the whole request: a document of 64 MB needs a line of 5 Mbit/s. */
  requestTimeout: 120_000,
  /** Between two requests. Proxies in front are told to close after 60 seconds, so that they are the first to close. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  // Two Authorization headers become one invalid header, so there is no choice between them.
  joinDuplicateHeaders: true,
};

/** Further connections are closed at once. Of them 200 may listen to events. */
const maxConnections = 1_000;

/** @param newId for the problem's instance */
export function createServer(
  listener: RequestListener,
  tls: { cert: Buffer; key: Buffer } | null,
  newId: () => string,
): Server {
  const server =
    tls === null ? createPlainServer(settings, listener) : createTlsServer({ ...settings, ...tls }, listener);
  server.maxConnections = maxConnections;
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, newId()));
  return server;
}

const ofCode: Readonly<Record<string, ProblemName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

function refuseUnreadable(error: Error, socket: Duplex, requestId: string): void {
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = (typeof code === 'string' ? ofCode[code] : undefined) ?? 'bad-request';
  const { status, title } = catalogue[problem];
  const body = JSON.stringify(problemBody({ problem, detail: `${title}.` }, requestId));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
