// The node:http adapter: passes requests to `answer` and sends the result. There is no framework in between, because
// the request path is the core of this project.

import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { answer, answerFailure } from '../answer.ts';
import type { Answer, RequestContext } from '../exchange.ts';
import { type Credential, readCredential } from '../find-caller.ts';
import { type CorsOrigins, corsHeaders } from '../http/cors.ts';
import { type Route, route } from '../route.ts';
import type { MaybePromise, SnapshotReader } from '../snapshot-reader.ts';
import { type ClientLimits, limitedServer, usualLimits } from './limited-server.ts';
import { sendBody } from './send-body.ts';
import type { Site } from './site.ts';

/** Called for each answered request of the API, of feeds too. */
export type RequestCounter = { count(resource: string, status: number, seconds: number): void };

/** Where failures and answers are logged; pino's loggers fit. The fields contain no key, and no token of a link. */
export type RequestLog = {
  error(fields: object, message: string): void;
  debug(fields: object, message: string): void;
};

export type NodeServerOptions = {
  /** Opens a reader that is at least as new as the call. */
  openReader: () => SnapshotReader;
  /** Answers requests outside /api. */
  site: Site;
  corsOrigins: CorsOrigins;
  metrics: RequestCounter;
  /** See `RequestContext`. */
  noteUse?: RequestContext['noteUse'];
  log: RequestLog;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** See `RequestContext`. */
  refuseAfter?: number | undefined;
  /** PEM texts; without them the server speaks plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Overrides of the usual limits. */
  limits?: Partial<ClientLimits>;
};

type Target = Exclude<Route, { resource: 'site' }>;
type Wiring = NodeServerOptions & Pick<ClientLimits, 'idleTimeout'>;

/** A server that is not listening yet. */
export function nodeServer(options: NodeServerOptions): Server {
  const { site, tls, openReader, now, refuseAfter, noteUse, limits } = options;
  const { idleTimeout } = { ...usualLimits, ...limits };
  const wiring: Wiring = { ...options, idleTimeout };
  const sha256 = (text: string) => hash('sha256', text);
  const shared = { readCredential: rememberCredentials(), sha256, now, refuseAfter, noteUse };
  const answerLater = batchPerTick<Exchange>((exchanges) => {
    const context = { ...shared, reader: openReader() };
    for (const exchange of exchanges) answerOverHttp(wiring, exchange, context);
  });
  const listener: RequestListener = (request, response) => {
    const target = route(request.url ?? '/');
    if (target.resource === 'site') {
      response.setTimeout(idleTimeout);
      site(request, response).catch((error: unknown) => {
        const failure = fail(wiring, target, error);
        if (response.headersSent) response.destroy();
        else sendAnswer(request.method, response, failure, failure.headers);
      });
    } else {
      answerLater({ request, response, target, started: performance.now() });
    }
  };
  return limitedServer(listener, { limits, tls, now });
}

/** A request with its response. `started` is on the monotonic clock. */
type Exchange = { request: IncomingMessage; response: ServerResponse; target: Target; started: number };

function answerOverHttp(options: Wiring, exchange: Exchange, context: RequestContext): void {
  const { headers, method = 'GET' } = exchange.request;
  const input = {
    method,
    authorization: headers.authorization,
    acceptEncoding: headers['accept-encoding']?.toString(),
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
    ifUnmodifiedSince: headers['if-unmodified-since'],
  };
  let result: MaybePromise<Answer>;
  try {
    result = answer(input, exchange.target, context);
  } catch (error) {
    result = fail(options, exchange.target, error);
  }
  if (result instanceof Promise)
    void result
      .catch((error: unknown) => fail(options, exchange.target, error))
      .then((late) => send(options, exchange, late));
  else send(options, exchange, result);
}

function fail({ log, now }: Wiring, { resource }: Route, error: unknown): Answer {
  const requestId = randomUUID();
  // The target is not logged: a caller may have put a key into it, and that of a feed has a token.
  log.error({ requestId, resource, error: describe(error) }, 'a request failed');
  return answerFailure(now(), requestId);
}

function send(options: Wiring, { request, response, target, started }: Exchange, result: Answer): void {
  const { corsOrigins, metrics, log, idleTimeout } = options;
  const { headers, method = 'GET' } = request;
  const { status, organisationId } = result;
  const cors = corsHeaders(corsOrigins, headers.origin, method);
  sendAnswer(method, response, result, cors === null ? result.headers : { ...result.headers, ...cors });
  // A client that does not read the response is disconnected.
  if (response.writableLength > 0) response.setTimeout(idleTimeout);

  const seconds = (performance.now() - started) / 1000;
  metrics.count(target.resource, status, seconds);
  log.debug({ resource: target.resource, method, status, organisationId, seconds }, 'answered');
}

function sendAnswer(
  method: string | undefined,
  response: ServerResponse,
  { status, body, stamp }: Answer,
  headers: Answer['headers'],
): void {
  response.writeHead(status, headers);
  if (method === 'HEAD' || body === null) response.end();
  else sendBody(response, body, stamp);
}

/**
 * Handles the requests of one tick of the event loop together, after all of them were read. They share one fresh reader,
 * so one stat serves many requests.
 */
function batchPerTick<Item>(handle: (items: readonly Item[]) => void): (item: Item) => void {
  let waiting: Item[] = [];
  const handleWaiting = () => {
    const items = waiting;
    waiting = [];
    handle(items);
  };
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(handleWaiting);
  };
}

/** Caches hashes: hashing a key costs as much as everything else that is decided about a request. */
function rememberCredentials(): RequestContext['readCredential'] {
  const known = new LRUCache<string, Credential>({
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (_, { length }) => length + 300,
  });
  return (authorization = '') => {
    const credential = known.get(authorization) ?? readCredential(authorization, (text) => hash('sha256', text));
    if (!(credential instanceof Promise)) known.set(authorization, credential);
    return credential;
  };
}

/** An error with all its causes, as one line for the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.name}: ${error.message}` : `${error.message} (${describe(error.cause)})`;
}
