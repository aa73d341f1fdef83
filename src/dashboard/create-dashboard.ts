// The dashboard's server: the control API, the sessions of its page, and the page, on fastify. Everything is passed in, and nothing
// that a caller sends is without a bound.

import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { JsonObject } from '../contract/collect-components.ts';
import { answerErrors, answerFrameworkError } from './answers/answer-errors.ts';
import { schemaCompiler } from './answers/compile-schemas.ts';
import { protectAnswers } from './answers/protect-answers.ts';
import { refuseCall } from './answers/refuse-call.ts';
import { callerOf, largestBody } from './api/admit-caller.ts';
import { calendarCalls } from './api/calendar.ts';
import type { Declared } from './api/call.ts';
import { createRuns } from './api/create-runs.ts';
import { dayCalls } from './api/days.ts';
import { openapiBase } from './api/describe-api.ts';
import { importCalls } from './api/import/imports.ts';
import { keyCalls } from './api/keys.ts';
import { linkCalls } from './api/links.ts';
import { organisationCalls } from './api/organisations.ts';
import { overviewCalls } from './api/overview.ts';
import { publicationCalls } from './api/publications.ts';
import { controlRoot, registerCall } from './api/register-call.ts';
import { schemas } from './api/schemas.ts';
import { registerSessions } from './api/sessions.ts';
import { timetableCalls } from './api/timetables.ts';
import { versionChangeCalls } from './api/version-changes.ts';
import { deliveryCalls } from './api/webhooks/delivery-calls.ts';
import { webhookCalls } from './api/webhooks/webhook-calls.ts';
import type { Context } from './context.ts';
import { createDashboardServer } from './create-dashboard-server.ts';
import type { EventHub } from './events/create-event-hub.ts';
import { registerEvents } from './events/register-events.ts';
import { dropRestOfBody } from './limits/drop-rest-of-body.ts';
import { serveDescription } from './serve-description.ts';
import { refuseOtherHosts } from './sign-in/refuse-other-hosts.ts';

export type DashboardOptions = Context & {
  log: FastifyBaseLogger;
  /** PEM texts; null for plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Whether one proxy in front says whom a request comes from, and that it came by TLS. */
  behindTlsProxy: boolean;
  /** Host names that are its own, besides those of loopback. */
  names: readonly string[];
  events: EventHub;
  /** The contract's schemas by file name, for the description. */
  contract: ReadonlyMap<string, JsonObject>;
  /** Registers the page; null where there is none. */
  page: ((app: FastifyInstance) => void) | null;
};

/** Bytes of a body that is no document; milliseconds until a handler is given up; requests of one admin in a minute. */
const [bodyLimit, handlerTimeout, perMinute] = [1024 * 1024, 90_000, 3_000];

/** A server that is not listening yet. */
export async function createDashboard(options: DashboardOptions): Promise<FastifyInstance> {
  const { log, tls, behindTlsProxy, newId, page } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    // The proxy in front is trusted, and nobody before it.
    trustProxy: behindTlsProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit,
    handlerTimeout,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerFrameworkError,
    serverFactory(listener) {
      const server = createDashboardServer(listener, tls, newId);
      options.connections.watch(server);
      return server;
    },
  });
  app.setValidatorCompiler(schemaCompiler());
  // What is answered is made here, so nothing is dropped or converted by its schema; tests compare the two.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  protectAnswers(app);
  app.addHook('onRequest', async (request, reply) => options.connections.hurry(request, reply));
  refuseOtherHosts(app, options.names);
  answerErrors(app);
  dropRestOfBody(app);
  refuseNul(app);
  readBodies(app);
  await app.register(cookie);
  // Its types know version 3.0.
  await app.register(swagger, { openapi: openapiBase as object, refResolver: { buildLocalReference } });
  for (const [name, schema] of Object.entries(schemas)) app.addSchema({ $id: name, ...schema });
  for (const name of ['Timetable', 'Calendar', 'DayChanges']) app.addSchema({ $id: name, type: 'object' });
  await app.register(async (control) => registerControl(control, options));
  registerSessions(app, options, options.events);
  serveDescription(app, controlRoot, options.contract);
  page?.(app);
  await app.ready();
  return app;
}

async function registerControl(control: FastifyInstance, options: DashboardOptions): Promise<void> {
  await control.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    hook: 'preValidation',
    keyGenerator: (request) => callerOf(request).id,
    errorResponseBuilder: (_, { max, ttl }) => tooMany(`More than ${max} requests in a minute.`, ttl),
  });
  // Of all admins of an organisation together: one that has used up its own share leaves some of it for the others.
  const countOfOrganisation = control.createRateLimit({
    max: 3 * perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `organisation ${callerOf(request).organisationId}`,
  });
  control.addHook('preValidation', async (request) => {
    const { config } = request.routeOptions;
    // What takes access away has a count of its own; an admin of all organisations is none of any.
    if ('rateLimit' in config || callerOf(request).organisationId === null) return;
    const counted = await countOfOrganisation(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw tooMany('More requests of one organisation in a minute than it has a share of.', counted.ttl);
  });
  const calls: readonly Declared[] = [
    ...[...organisationCalls, ...keyCalls, ...linkCalls, ...calendarCalls, ...dayCalls, ...timetableCalls],
    ...[...versionChangeCalls, ...importCalls, ...webhookCalls, ...deliveryCalls],
    ...[...publicationCalls(createRuns(options.newId)), ...overviewCalls],
  ];
  for (const declared of calls.filter(({ bodyIsDocument }) => !bodyIsDocument))
    registerCall(control, options, declared);
  registerEvents(control, options, options.events);
  // Documents arrive as they are, and are read by who checks them.
  await control.register(async (documents) => {
    documents.removeAllContentTypeParsers();
    documents.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
      done(null, body),
    );
    await documents.register(multipart);
    for (const declared of calls.filter(({ bodyIsDocument }) => bodyIsDocument))
      registerCall(documents, options, declared);
  });
}

const tooMany = (detail: string, milliseconds: number) =>
  refuseCall({ problem: 'too-many-requests', detail, retryAfter: Math.ceil(milliseconds / 1000) });

/** No id, name or cursor has a NUL character, which PostgreSQL cannot even be asked for. */
const refuseNul = (app: FastifyInstance) =>
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00'))
      throw refuseCall({ problem: 'bad-request', detail: 'The address has a NUL character (%00).' });
  });

/** JSON alone, and no body where it is empty. A field with the name of a prototype is an unknown field as any other. */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, String(body), done),
  );
}

const buildLocalReference = (json: { $id?: unknown }, _base: unknown, _fragment: unknown, index: number): string =>
  typeof json.$id === 'string' ? json.$id : `def-${index}`;
