// The node:http adapter: supplies what `answer` takes and sends what it gives. No framework stands in between, because
// the request path is what this project is for.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type Refusal, refusalBody, refusals } from '../access/refusal.ts';
import { type Answer, answer, answerFailure, type SnapshotReader } from './answer.ts';
import { type CorsOrigins, corsHeaders } from './cors.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { type Route, route } from './route.ts';

export type NodeServerOptions = {
  reader: SnapshotReader;
  /** Answers requests outside /api. */
  site: RequestListener;
  corsOrigins: CorsOrigins;
  metrics: RequestMetrics;
  log: Logger;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** See `Surroundings`. */
  refuseAfter?: number | undefined;
  /** PEM texts; without them the server speaks plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Where they should differ from the usual ones. */
  limits?: Partial<ClientLimits>;
};

/** How long a client may take: to send its headers, to send the rest, and to say nothing. Milliseconds. */
export type ClientLimits = typeof usualLimits;
const usualLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  silence: 120_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 2_000,
};

/** A server that is not listening yet. */
export function nodeServer(options: NodeServerOptions): Server {
  const { site, tls } = options;
  const { silence, ...limits } = { ...usualLimits, ...options.limits };
  const listener: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuseWithoutHost(response, options.now());
      return;
    }
    const target = route(request.url ?? '/');
    if (target.resource === 'site') site(request, response);
    else void answerOverHttp(options, request, response, target);
  };
  const settings = {
    ...limits,
    maxHeaderSize: 16 * 1024,
    // Two Authorization headers become one that is no key, rather than a choice between them.
    joinDuplicateHeaders: true,
    // Refused above, with a body: node's own refusal has none.
    requireHostHeader: false,
  };
  const server = tls === null ? createServer(settings, listener) : createTlsServer({ ...settings, ...tls }, listener);
  server.setTimeout(silence, (socket) => socket.destroy());
  // An expectation that is not known is no reason to refuse (RFC 9110, section 10.1.1), least of all without a body.
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => refuseConnection(error, socket, options.now()));
  return server;
}

async function answerOverHttp(
  { reader, corsOrigins, metrics, log, now, refuseAfter }: NodeServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: Exclude<Route, { resource: 'site' }>,
): Promise<void> {
  const started = performance.now();
  const { method = 'GET', headers } = request;
  const asked = {
    method,
    authorization: headers.authorization,
    acceptEncoding: headers['accept-encoding']?.toString(),
    ifNoneMatch: headers['if-none-match'],
  };
  let given: Answer;
  try {
    given = await answer(asked, target, { reader, sha256: sha256Text, now, refuseAfter });
  } catch (error) {
    const requestId = randomUUID();
    // The target is not logged: a caller may have put a key into it.
    log.error({ requestId, resource: target.resource, error: describe(error) }, 'a request failed');
    given = answerFailure(now(), requestId);
  }
  const cors = corsHeaders(corsOrigins, headers.origin, method);
  // A body that nobody reads would hold the connection up.
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  response.writeHead(given.status, { ...given.headers, ...cors, ...(hasBody ? { Connection: 'close' } : {}) });
  if (method !== 'HEAD') for (const part of given.body) response.write(part);
  response.end();

  const seconds = (performance.now() - started) / 1000;
  metrics.count(target.resource, given.status, seconds);
  const { organisationId, status } = given;
  log.debug({ resource: target.resource, method, status, organisationId, seconds }, 'answered');
}

const sha256Text = (text: string) => createHash('sha256').update(text).digest('hex');

/** An error with all its causes, as one line for the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.name}: ${error.message}` : `${error.message} (${describe(error.cause)})`;
}

/** RFC 9112, section 3.2: HTTP/1.1 without a Host header is no request. */
function refuseWithoutHost(response: ServerResponse, now: number): void {
  const body = JSON.stringify(refusalBody(refusals.badRequest, new Date(now).toISOString()));
  response.writeHead(refusals.badRequest.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(body);
}

/** What is not HTTP, or too large, or too slow: answered if that is still possible, and the connection closed. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex, now: number): void {
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
