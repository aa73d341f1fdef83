// How long a change takes from its commit to a reader, and a revocation from its commit to the first refusal, with
// `watch` as a process of its own on a real PostgreSQL server. The reader asks `serve` over a folder, a process of its own
// as well, or the CDN function in workerd over a bucket of Ceph's gateway.

import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { createOrganisation } from '../../src/database/organisation.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { bucketStore } from '../../src/store/bucket/bucket-store.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { startObjectGateway } from '../support/object-gateway.ts';
import { startPgBouncer } from '../support/own-pgbouncer.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startCommand } from './child-command.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';
import { createKey, openReader, timeToReader, until } from './reader.ts';
import { type Served, serveFolder } from './served-folder.ts';

export type LatencyFigures = Record<'changeToServed' | 'revocationToRefusal', ReturnType<typeof quantiles>> & {
  rounds: number;
  documentBytes: number;
  /** Answers 200 to a key after its first refusal; must be 0. */
  laterGrants: number;
};

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

/**
 * Milliseconds; `rounds` of each.
 * @param from the kind of store, and with it the kind of server
 * @param isPooled whether `watch` connects through PgBouncer in transaction mode, and so gets no notifications
 */
export async function measureLatency(
  rounds: number,
  from: 'folder' | 'bucket' = 'folder',
  isPooled = false,
): Promise<LatencyFigures> {
  const open = await openBenchDatabase();
  const pooler = isPooled ? await startPgBouncer(open.connectionString) : null;
  const served = await (from === 'bucket' ? serveBucketAtTheEdge() : serveFolder());
  const url = pooler?.through(open.connectionString) ?? open.connectionString;
  const env = { ...served.published, DATABASE_URL: url, LOG_LEVEL: 'error' };
  const document = largeTimetable({ id: 'bench-v1', timetable: 'bench', orgId: 'bench', units: 1700 });
  const { database } = open;
  await createOrganisation(database, org('bench'), 'Bench');
  await importTimetable(database, createValidator(), 'bench', document);
  const { text: key } = await createKey(database, 'bench');
  const watch = await startCommand('watch', [], env, 'Watching');
  const reader = openReader(served.port);
  const path = `/api/v1/timetables/${document.id}`;
  const changes: number[] = [];
  const revocations: number[] = [];
  let laterGrants = 0;
  try {
    await until(async () => (await reader.get(path, key)).status === 200);
    for (let round = 0; round < rounds; round++) {
      const unit = document.lessonUnits[round % document.lessonUnits.length]?.localId ?? '';
      const change = () =>
        database
          .updateTable('lesson_unit')
          .set({ lock_reason: `round ${round}` })
          .where('version_id', '=', document.id)
          .where('local_id', '=', unit)
          .execute();
      changes.push(await timeToReader(reader, path, key, change));
    }
    for (let round = 0; round < rounds; round++) {
      const { id, text } = await createKey(database, 'bench');
      const ask = async () => (await reader.get('/api/v1/timetables', text)).status;
      await until(async () => (await ask()) === 200);
      await database
        .updateTable('api_key')
        .set({ revoked_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
      const committed = performance.now();
      await until(async () => (await ask()) === 401);
      revocations.push(performance.now() - committed);
      for (let again = 0; again < 20; again++) if ((await ask()) === 200) laterGrants += 1;
    }
  } finally {
    reader.close();
    await watch.stop();
    await served.stop();
    await pooler?.close();
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
