// Refuses what never becomes a request: invalid HTTP, no Host or several, too large or too slow. The body is the usual error
// body.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refusalBody, refusals } from '../../access/refusal.ts';

/** RFC 9112, section 3.2: two Host headers are invalid, and so is HTTP/1.1 without one. A host contains no space. */
export const hasOneHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean =>
  host === undefined ? httpVersion !== '1.1' : !host.includes(' ');

export function refuseHost(response: ServerResponse, now: number): void {
  const body = JSON.stringify(refusalBody(refusals.badRequest, new Date(now).toISOString()));
  response.writeHead(refusals.badRequest.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(body);
}

/** Answers if the socket is still writable, and closes the connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex, now: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal: Exclude<Refusal, { status: 402 }> =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? refusals.headersTooLarge
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? refusals.requestTimeout
        : refusals.badRequest;
  const body = JSON.stringify(refusalBody(refusal, new Date(now).toISOString()));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${refusal.message}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
