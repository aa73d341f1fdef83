// How long a change takes from its commit to a reader, and a revocation from its commit to the first refusal, with
// `watch` and `serve` as processes of their own on a real PostgreSQL server.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/access/api-key.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { createOrganisation } from '../../src/database/create-organisation.ts';
import { importTimetable } from '../../src/database/import-timetable.ts';
import { sha256 } from '../../src/snapshot/encode-response.ts';
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

/** Milliseconds; `rounds` of each. @param published where to, by environment: BELFRY_OUT or BELFRY_BUCKET with AWS_ */
export async function measureLatency(rounds: number, published?: Record<string, string>): Promise<LatencyFigures> {
  const open = await openBenchDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const [PORT, ADMIN_PORT] = ['18180', '18181'];
  const env = {
    DATABASE_URL: open.connectionString,
    PORT,
    ADMIN_PORT,
    LOG_LEVEL: 'error',
    ...(published ?? { BELFRY_OUT: folder }),
  };
  const document = largeTimetable({ id: 'bench-v1', timetable: 'bench', orgId: 'bench', units: 1700 });
  const { database } = open;
  await createOrganisation(database, 'bench', 'Bench');
  await importTimetable(database, createValidator(), 'bench', document);
  const key = async () => {
    const text = createApiKey(randomBytes);
    const id = `key_${randomBytes(8).toString('hex')}`;
    const hash = sha256(new TextEncoder().encode(text));
    await database.insertInto('api_key').values({ id, organisation_id: 'bench', name: id, sha256: hash }).execute();
    return { id, text };
  };
  const reader = await key();
  const watch = await startCommand('watch', [], env, 'Watching');
  const serve = await startCommand('serve', [], env, 'Serving');
  const agent = new http.Agent({ keepAlive: true });
  const get = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; tag: string }>((answered, failed) => {
      http
        .get({ host: '127.0.0.1', port: PORT, path, agent, headers }, (response) => {
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
    await serve.stop();
    await open.close();
    await rm(folder, { recursive: true });
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
