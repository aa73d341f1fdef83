// Callers: one request, or a key's requests over one connection; and how long a change takes to reach a caller.

import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/access/api-key.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { selectHandle } from '../../src/database/organisation.ts';
import { sha256 } from '../../src/snapshot/sha256.ts';

/** Makes a key of the organisation, and commits it. */
export async function createKey(database: Database, organisationId: string): Promise<{ id: string; text: string }> {
  const handle = await selectHandle(database, org(organisationId));
  if (handle === null) throw new Error(`there is no organisation ${organisationId}`);
  const text = createApiKey(handle, randomBytes);
  const id = `key_${randomBytes(8).toString('hex')}`;
  const hash = sha256(new TextEncoder().encode(text));
  await database
    .insertInto('api_key')
    .values({ id, organisation_id: organisationId, name: id, sha256: hash })
    .execute();
  return { id, text };
}

export type Answer = { status: number; tag: string };

/** Sends one request to this machine, and reads the answer to its end. */
export const ask = (port: number, path: string, headers: Record<string, string>, agent?: Agent): Promise<Answer> =>
  new Promise((answered, failed) => {
    request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response
        .resume()
        .on('end', () => answered({ status: response.statusCode ?? 0, tag: response.headers.etag ?? '' }));
    })
      .on('error', failed)
      .end();
  });

/** A caller of one path with one key, over one connection. */
export type Reader = {
  /** @param tag the ETag of the caller's last answer */
  get(tag?: string): Promise<Answer>;
  close(): void;
};

export function openReader(port: number, path: string, key: string): Reader {
  const agent = new Agent({ keepAlive: true });
  const bearer = { authorization: `Bearer ${key}` };
  return {
    get: (tag) => ask(port, path, tag === undefined ? bearer : { ...bearer, 'if-none-match': tag }, agent),
    close: () => agent.destroy(),
  };
}

/** Milliseconds from the end of `change`, which commits, until the reader gets another document. */
export async function timeToReader({ get }: Reader, change: () => Promise<unknown>): Promise<number> {
  const { tag } = await get();
  await change();
  const committed = performance.now();
  await until(async () => (await get(tag)).status === 200);
  return performance.now() - committed;
}

/**
 * Milliseconds from the commit of a revocation to the first refusal, of a new key.
 * @returns also what tells the status that the key gets
 */
export async function timeToRefusal(
  database: Database,
  port: number,
  organisationId: string,
): Promise<{ milliseconds: number; status: () => Promise<number> }> {
  const { id, text } = await createKey(database, organisationId);
  const headers = { authorization: `Bearer ${text}` };
  const status = async () => (await ask(port, '/api/v1/timetables', headers)).status;
  await until(async () => (await status()) === 200);
  await database.updateTable('api_key').set({ revoked_at: new Date().toISOString() }).where('id', '=', id).execute();
  const committed = performance.now();
  await until(async () => (await status()) === 401);
  return { milliseconds: performance.now() - committed, status };
}

/** Polls every millisecond, or every `interval` milliseconds. @throws Error after `seconds` */
export async function until(holds: () => Promise<boolean>, { seconds = 30, interval = 1 } = {}): Promise<void> {
  for (const deadline = performance.now() + seconds * 1000; performance.now() < deadline; await sleep(interval))
    if (await holds()) return;
  throw new Error(`nothing has changed for ${seconds} s`);
}
