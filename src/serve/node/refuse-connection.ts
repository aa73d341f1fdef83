// Refuses what never becomes a request: invalid HTTP, no Host or several, too large or too slow. The body is the usual error
// body.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refusals } from '../../access/refusal.ts';
import { refusalAt } from '../encode-refusal.ts';

/** RFC 9112, section 3.2: two Host headers are invalid, and so is HTTP/1.1 without one. A host contains no space. */
export const hasOneHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean =>
  host === undefined ? httpVersion !== '1.1' : !host.includes(' ');

export function refuseHost(response: ServerResponse, now: number): void {
  const { headers, body } = refusalAt(refusals.badRequest, now);
  response.writeHead(refusals.badRequest.status, { ...headers, Connection: 'close' });
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
  const { headers, body } = refusalAt(refusal, now);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 ${refusal.status} ${refusal.message}\r\n${lines.join('')}\r\n`);
  socket.end(Buffer.concat([head, body]), () => socket.destroy());
}
