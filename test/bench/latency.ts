// How long a change takes from its commit to a reader, and a revocation from its commit to the first refusal, with
// `watch` as a process of its own on a real PostgreSQL server. The reader asks `serve` over a folder, a process of its own
// as well, or the CDN function in workerd over a bucket of Ceph's gateway.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/access/api-key.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { importTimetable } from '../../src/database/import-timetable.ts';
import { createOrganisation, selectHandle } from '../../src/database/organisation.ts';
import { bucketStore } from '../../src/snapshot/bucket-store.ts';
import { sha256 } from '../../src/snapshot/encode-response.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { startObjectGateway } from '../support/object-gateway.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startCommand } from './child-command.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';

export type LatencyFigures = Record<'changeToServed' | 'revocationToRefusal', ReturnType<typeof quantiles>> & {
  rounds: number;
  documentBytes: number;
  /** Answers 200 to a key after its first refusal: must be 0. */
  laterGrants: number;
};

/** What readers ask, and where the publisher publishes for it, by environment. */
type Served = { port: number; published: Record<string, string>; stop(): Promise<void> };

async function serveFolder(): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const port = 18180;
  const published = { BELFRY_OUT: folder, BELFRY_BUCKET: '' };
  const env = { ...published, PORT: String(port), ADMIN_PORT: '18181', LOG_LEVEL: 'error' };
  const serve = await startCommand('serve', [], env, 'Serving');
  return {
    port,
    published,
    async stop() {
      await serve.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** @throws Error where Ceph's gateway is not installed */
async function serveBucketAtTheEdge(): Promise<Served> {
  const gateway = await startObjectGateway();
  if (gateway === null) throw new Error('--bucket needs radosgw, ceph-mon, ceph-osd and ceph-common to be installed');
  const { endpoint, name, accessKeyId, secretAccessKey } = gateway.bucket;
  const prefix = 'bench';
  const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
  const store = bucketStore(`s3://${name}/${prefix}`, server);
  const edge = await startEdgeRuntime({ store, bucket: gateway.bucket, prefix });
  return {
    port: edge.port,
    published: {
      BELFRY_BUCKET: store.location,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async stop() {
      await edge.close();
      await gateway.stop();
    },
  };
}

/** Milliseconds; `rounds` of each. @param from what is published to, and who serves it */
export async function measureLatency(rounds: number, from: 'folder' | 'bucket' = 'folder'): Promise<LatencyFigures> {
  const open = await openBenchDatabase();
  const served = await (from === 'bucket' ? serveBucketAtTheEdge() : serveFolder());
  const env = { ...served.published, DATABASE_URL: open.connectionString, LOG_LEVEL: 'error' };
  const document = largeTimetable({ id: 'bench-v1', timetable: 'bench', orgId: 'bench', units: 1700 });
  const { database } = open;
  await createOrganisation(database, org('bench'), 'Bench');
  await importTimetable(database, createValidator(), 'bench', document);
  const handle = await selectHandle(database, org('bench'));
  if (handle === null) throw new Error('the organisation was not created');
  const key = async () => {
    const text = createApiKey(handle, randomBytes);
    const id = `key_${randomBytes(8).toString('hex')}`;
    const hash = sha256(new TextEncoder().encode(text));
    await database.insertInto('api_key').values({ id, organisation_id: 'bench', name: id, sha256: hash }).execute();
    return { id, text };
  };
  const reader = await key();
  const watch = await startCommand('watch', [], env, 'Watching');
  const agent = new http.Agent({ keepAlive: true });
  const get = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; tag: string }>((answered, failed) => {
      http
        .get({ host: '127.0.0.1', port: served.port, path, agent, headers }, (response) => {
          response.resume();
          response.on('end', () => answered({ status: response.statusCode ?? 0, tag: response.headers.etag ?? '' }));
        })
        .on('error', failed);
    });
  const until = async (holds: () => Promise<boolean>) => {
    for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(1))
      if (await holds()) return;
    throw new Error('nothing has changed for 30 s');
  };
  const path = `/api/v1/timetables/${document.id}`;
  const changes: number[] = [];
  const revocations: number[] = [];
  let laterGrants = 0;
  try {
    await until(async () => (await get(path, { authorization: `Bearer ${reader.text}` })).status === 200);
    for (let round = 0; round < rounds; round++) {
      const authorization = `Bearer ${reader.text}`;
      const { tag } = await get(path, { authorization });
      await database
        .updateTable('lesson_unit')
        .set({ lock_reason: `round ${round}` })
        .where('version_id', '=', document.id)
        .where('local_id', '=', document.lessonUnits[round % document.lessonUnits.length]?.localId ?? '')
        .execute();
      const committed = performance.now();
      await until(async () => (await get(path, { authorization, 'if-none-match': tag })).status === 200);
      changes.push(performance.now() - committed);
    }
    for (let round = 0; round < rounds; round++) {
      const { id, text } = await key();
      const authorization = `Bearer ${text}`;
      await until(async () => (await get('/api/v1/timetables', { authorization })).status === 200);
      await database
        .updateTable('api_key')
        .set({ revoked_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
      const committed = performance.now();
      await until(async () => (await get('/api/v1/timetables', { authorization })).status === 401);
      revocations.push(performance.now() - committed);
      for (let again = 0; again < 20; again++)
        if ((await get('/api/v1/timetables', { authorization })).status === 200) laterGrants += 1;
    }
  } finally {
    agent.destroy();
    await watch.stop();
    await served.stop();
    await open.close();
  }
  const documentBytes = JSON.stringify(document).length;
  return {
    rounds,
    documentBytes,
    changeToServed: quantiles(changes),
    revocationToRefusal: quantiles(revocations),
    laterGrants,
  };
}
