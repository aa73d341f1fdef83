// What every answer of the dashboard carries, so that a browser does nothing with it that it should not; and the line of the log,
// which has the id of the request and no header, no query and no body: a token is in none of what it has.

import type { FastifyInstance } from 'fastify';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
  // The rest of a body that nobody reads would block the connection.
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0]?.slice(0, 300);
    const { method, ip } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path, status: reply.statusCode, milliseconds, ip }, 'answered');
  });
}
