// The server under the dashboard: how fast, how much and how many a client may be. What is no HTTP is refused with a problem body
// where one can still be sent.

import type { RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createHttpServer, usualServerLimits } from '../create-http-server.ts';
import { catalogue, type ProblemName, problemBody, problemType } from './answers/problem.ts';

const limits = {
  ...usualServerLimits,
  headersTimeout: 5_000,
  /** For the whole request: a document of 64 MB needs a line of 5 Mbit/s. */
  requestTimeout: 120_000,
  /** More than strangers and those who were let in have together. */
  maxConnections: 1_000,
};

/** @param newId for the problem's instance */
export const createDashboardServer = (
  listener: RequestListener,
  tls: { cert: Buffer; key: Buffer } | null,
  newId: () => string,
): Server =>
  createHttpServer(listener, { limits, tls, refuse: (error, socket) => refuseUnreadable(error, socket, newId()) });

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
