// The node:http adapter: supplies what `answer` takes and sends what it gives. No framework stands in between, because
// the request path is what this project is for.

import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Logger } from 'pino';
import { type Answer, answer, answerFailure, type Surroundings } from './answer.ts';
import { type CorsOrigins, corsHeaders } from './cors.ts';
import { findCaller } from './find-caller.ts';
import { onceATurn } from './once-a-turn.ts';
import { refuseConnection, refuseWithoutHost } from './refuse-connection.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { type Route, route } from './route.ts';
import { sendBody } from './send-body.ts';
import type { Eventually, SnapshotReader } from './snapshot-reader.ts';

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

/**
 * The kernel tells of at most 1,024 sockets at a time; libuv asks it again within the same turn when there were so many
 * (uv__io_poll). With fewer connections than this, allowing for what else is open, that cannot be.
 */
const mostInOneTurn = 1_000;

type Target = Exclude<Route, { resource: 'site' }>;
type Wiring = NodeServerOptions & Pick<ClientLimits, 'silence'>;

/** A server that is not listening yet. */
export function nodeServer(options: NodeServerOptions): Server {
  const { site, tls, reader, now, refuseAfter } = options;
  const { silence, ...limits } = { ...usualLimits, ...options.limits };
  const wiring: Wiring = { ...options, silence };
  const findNow = (authorization: string | undefined) => findCaller(authorization, reader, sha256Text);
  const alone: Surroundings = { reader, findCaller: findNow, now, refuseAfter };
  const together: Surroundings = { ...alone, findCaller: onceATurn(findNow) };
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuseWithoutHost(response, now());
      return;
    }
    const target = route(request.url ?? '/');
    if (target.resource === 'site') {
      response.setTimeout(silence);
      site(request, response);
    } else {
      // A pipelined request, which waits for the answer to the one before it, may have come after the turn began.
      const cameBefore = connections < mostInOneTurn && response.socket !== null;
      const exchange = { request, response, target, started: performance.now() };
      answerOverHttp(wiring, exchange, cameBefore ? together : alone);
    }
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
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
  });
  // An expectation that is not known is no reason to refuse (RFC 9110, section 10.1.1), least of all without a body.
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => refuseConnection(error, socket, now()));
  return server;
}

/** A request on its way to its answer. `started` is on the monotonic clock. */
type Exchange = { request: IncomingMessage; response: ServerResponse; target: Target; started: number };

function answerOverHttp(options: Wiring, exchange: Exchange, surroundings: Surroundings): void {
  const { headers, method = 'GET' } = exchange.request;
  const asked = {
    method,
    authorization: headers.authorization,
    acceptEncoding: headers['accept-encoding']?.toString(),
    ifNoneMatch: headers['if-none-match'],
  };
  let given: Eventually<Answer>;
  try {
    given = answer(asked, exchange.target, surroundings);
  } catch (error) {
    given = fail(options, exchange.target, error);
  }
  if (given instanceof Promise)
    void given
      .catch((error: unknown) => fail(options, exchange.target, error))
      .then((late) => send(options, exchange, late));
  else send(options, exchange, given);
}

function fail({ log, now }: Wiring, { resource }: Target, error: unknown): Answer {
  const requestId = randomUUID();
  // The target is not logged: a caller may have put a key into it.
  log.error({ requestId, resource, error: describe(error) }, 'a request failed');
  return answerFailure(now(), requestId);
}

function send(options: Wiring, { request, response, target, started }: Exchange, given: Answer): void {
  const { corsOrigins, metrics, log, silence } = options;
  const { headers, method = 'GET' } = request;
  const { status, organisationId } = given;
  // A body that nobody reads would hold the connection up.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    response.shouldKeepAlive = false;
  const cors = corsHeaders(corsOrigins, headers.origin, method);
  response.writeHead(status, cors === null ? given.headers : { ...given.headers, ...cors });
  if (method === 'HEAD' || given.body === null) response.end();
  else sendBody(response, given.body, given.stamp);
  // Whoever does not take the answer is not waited for.
  if (response.writableLength > 0) response.setTimeout(silence);

  const seconds = (performance.now() - started) / 1000;
  metrics.count(target.resource, status, seconds);
  log.debug({ resource: target.resource, method, status, organisationId, seconds }, 'answered');
}

const sha256Text = (text: string) => hash('sha256', text);

/** An error with all its causes, as one line for the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.name}: ${error.message}` : `${error.message} (${describe(error.cause)})`;
}
