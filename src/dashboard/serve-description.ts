// What the control API is, for programs at /control/v1/openapi.json and for people at /docs. It is the same for everybody, so it
// is made once and needs no token.

import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../contract/collect-components.ts';
import { type ControlDescription, controlReference } from '../pages/docs/control-reference.ts';
import { describeApi } from './api/describe-api.ts';
import { pageHeaders } from './page-files.ts';

export function serveDescription(
  app: FastifyInstance,
  controlRoot: string,
  contract: ReadonlyMap<string, JsonObject>,
): void {
  let description = '';
  const describe = () => {
    if (description === '') description = JSON.stringify(describeApi(app.swagger(), contract));
    return description;
  };
  app.get(`${controlRoot}/openapi.json`, { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').serializer(String).send(describe()),
  );
  let reference = '';
  app.get('/docs', { schema: { hide: true } }, async (_, reply) => {
    // The description is made of routes that have these parts.
    if (reference === '') reference = controlReference(JSON.parse(describe()) as ControlDescription);
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').serializer(String).send(reference);
  });
}
