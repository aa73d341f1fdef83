// Answers with the page's files, plain or in gzip, or with 304 where the browser has them.

import type {} from '@fastify/swagger'; // which knows `hide`
import type { FastifyInstance } from 'fastify';
import type { PageFile } from './page-files.ts';

export function mountPage(app: FastifyInstance, files: ReadonlyMap<string, PageFile>): void {
  for (const [path, { bytes, gzip, headers }] of files)
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const { 'if-none-match': known = '', 'accept-encoding': accepted = '' } = request.headers;
      reply.headers(headers).header('vary', 'Accept-Encoding');
      const etag = headers['etag'] ?? '';
      if (known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)) return reply.code(304).send();
      if (!/\bgzip\b/.test(String(accepted))) return reply.send(Buffer.from(bytes));
      return reply.header('content-encoding', 'gzip').send(Buffer.from(gzip));
    });
}
