// What a measurement of commits and readers runs beside PostgreSQL: `serve` over a new folder, `watch`, and a reader with a key.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/database/connect/open-database.ts';
import { freePort } from '../support/free-port.ts';
import type { BenchDatabase } from './bench-database.ts';
import { createKey, openReader, type Reader, until } from './caller.ts';
import { type ChildCommand, startCommand } from './child-command.ts';

/** The port of a server, and the environment of a publisher into what it serves. */
export type Served = AsyncDisposable & { port: number; published: Record<string, string> };

/** @param given the folder to serve; a new one, which is removed, without it */
export async function servedFolder(given?: string): Promise<Served & { folder: string; serve: ChildCommand }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'belfry-bench-')));
  const [port, adminPort] = [await freePort(), await freePort()];
  const published = { BELFRY_OUT: folder, BELFRY_BUCKET: '' };
  const env = { ...published, PORT: String(port), ADMIN_PORT: String(adminPort), LOG_LEVEL: 'error' };
  const serve = await startCommand('serve', [], env, 'Serving');
  return {
    folder,
    serve,
    port,
    published,
    async [Symbol.asyncDispose]() {
      await serve.stop();
      if (given === undefined) await rm(folder, { recursive: true });
    },
  };
}

export async function startWatch(
  { connectionString }: Pick<BenchDatabase, 'connectionString'>,
  { published }: Served,
): Promise<ChildCommand & AsyncDisposable> {
  const env = { ...published, DATABASE_URL: connectionString, LOG_LEVEL: 'error' };
  const watch = await startCommand('watch', [], env, 'Watching');
  return { ...watch, [Symbol.asyncDispose]: watch.stop };
}

/** A reader of one version with a new key, once it is served. */
export async function readFrom(
  { port }: Served,
  database: Database,
  organisationId: string,
  versionId: string,
): Promise<Reader & AsyncDisposable> {
  const { text: key } = await createKey(database, organisationId);
  const reader = openReader(port, `/api/v1/timetables/${versionId}`, key);
  await until(async () => (await reader.get()).status === 200);
  return { ...reader, [Symbol.asyncDispose]: async () => reader.close() };
}
