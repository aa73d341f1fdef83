// The usual design: fastify answers each request from PostgreSQL, through kysely and pg, with the statements and the
// assembling that publishing uses. Argument: port; DATABASE_URL names the database.

import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { openDatabase } from '../../../src/database/connect/open-database.ts';
import { readVersion, readVersions } from '../../../src/database/timetable/read-version.ts';
import { assembleList, assembleSummary } from '../../../src/document/assemble-list.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';

const { database } = await openDatabase({ url: process.env['DATABASE_URL'], folder: '' });
const server = Fastify();

async function organisationOf(authorization: string | undefined): Promise<string | undefined> {
  const sha256 = createHash('sha256')
    .update(authorization?.slice('Bearer '.length) ?? '')
    .digest('hex');
  const key = await database
    .selectFrom('api_key')
    .innerJoin('organisation', 'organisation.id', 'api_key.organisation_id')
    .where('api_key.sha256', '=', sha256)
    .where('api_key.revoked_at', 'is', null)
    .where('organisation.api_enabled', '=', true)
    .select('organisation.id')
    .executeTakeFirst();
  return key?.id;
}

const succeed = (data: unknown) => ({ success: true, data, timestamp: new Date().toISOString() });

server.get('/api/v1/timetables', async (request, reply) => {
  const id = await organisationOf(request.headers.authorization);
  if (id === undefined) return reply.code(401).send({ success: false });
  return succeed(assembleList(id, (await readVersions(database, id)).map(assembleSummary)));
});
server.get<{ Params: { version: string } }>('/api/v1/timetables/:version', async (request, reply) => {
  const id = await organisationOf(request.headers.authorization);
  if (id === undefined) return reply.code(401).send({ success: false });
  const rows = await readVersion(database, id, request.params.version);
  if (rows === undefined) return reply.code(404).send({ success: false });
  return succeed(assembleTimetable(rows));
});
await server.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
console.log('ready');
