// Continuous readers: over HTTP, and of the published output itself. Each answer must be complete, valid and of the right
// organisation, and each pointer must name existing files.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Timetable, TimetableList } from '../../src/contract/types.generated.ts';
import { StoreError } from '../../src/errors.ts';
import { unwrapEnvelope } from '../../src/snapshot/envelope.ts';
import { loadPublished } from '../../src/snapshot/load-published.ts';
import { encodingNames, listName, paths } from '../../src/snapshot/paths.ts';
import type { PublishedOutput } from './published-output.ts';
import { validate } from './published-school.ts';
import { runningServer } from './running-server.ts';

export type Readers = {
  /** Ends them. @returns the count of each status. @throws when one of them found a violation */
  stop(): Promise<{ statuses: Record<number, number>; pointers: number }>;
};

type Options = {
  output: PublishedOutput;
  /** A key of each organisation. */
  keys: ReadonlyMap<string, string>;
  /** The statuses that are allowed besides 200. */
  allowed?: readonly number[];
};

export async function startReaders({ output, keys, allowed = [] }: Options): Promise<Readers> {
  const server = await runningServer('', { openReader: output.openReader(100_000) });

  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  let pointers = 0;
  let stopped = false;
  const newest = new Map<string, number>();

  async function call(organisationId: string, key: string): Promise<void> {
    const encoding = ['identity', 'gzip', 'br'][Math.floor(Math.random() * 3)] ?? 'br';
    const list = await ask<TimetableList>('/api/v1/timetables', encoding, key);
    if (list === null) return;
    if (!validate('timetable-list', list).valid) faults.push(`a list of ${organisationId} breaks its schema`);
    if (list.orgId !== organisationId) faults.push(`${organisationId} was given the list of ${list.orgId}`);
    for (const { id } of list.timetables) {
      const timetable = await ask<Timetable>(`/api/v1/timetables/${id}`, encoding, key, [404]);
      if (timetable === null) continue; // it may have been deleted since it was listed
      if (!validate('timetable', timetable).valid) faults.push(`version ${id} breaks its schema`);
      if (timetable.orgId !== organisationId || timetable.id !== id)
        faults.push(`${id} was asked, ${timetable.id} given`);
    }
  }

  async function ask<Data>(path: string, encoding: string, key: string, also: number[] = []): Promise<Data | null> {
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding };
    const { status, headers: given, body } = await server.call({ path, headers });
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 200) {
      if (![...allowed, ...also].includes(status))
        faults.push(`${path}: ${status} ${server.logLines.findLast((line) => line.includes('failed'))}`);
      return null;
    }
    const decoded =
      given['content-encoding'] === 'br'
        ? brotliDecompressSync(body)
        : given['content-encoding'] === 'gzip'
          ? gunzipSync(body)
          : body;
    const { success, data } = JSON.parse(decoded.toString());
    if (success !== true) faults.push(`${path}: success is ${success}`);
    return data;
  }

  async function look(organisationId: string): Promise<void> {
    const { pointer } = await loadPublished(output.store, org(organisationId));
    if (pointer === null) return;
    pointers += 1;
    if (pointer.generation < (newest.get(organisationId) ?? 0))
      faults.push(`${organisationId} went back to ${pointer.generation}`);
    newest.set(organisationId, pointer.generation);
    for (const [name, file] of [[listName, pointer.list] as const, ...Object.entries(pointer.timetables)]) {
      for (const encoding of encodingNames) {
        const path = paths.file(org(organisationId), name, file.hash, encoding);
        const stored = await output.store.read(path);
        // Of a deleted organisation the pointer is removed first, then its files.
        if (stored === null && (await loadPublished(output.store, org(organisationId))).pointer === null) return;
        if (stored === null || createHash('sha256').update(stored).digest('hex') !== file[encoding].sha256)
          faults.push(`${path} of generation ${pointer.generation} is ${stored === null ? 'missing' : 'torn'}`);
        if (name !== listName || encoding !== 'identity' || stored === null) continue;
        const list: TimetableList = JSON.parse(Buffer.from(unwrapEnvelope(stored) ?? []).toString());
        const [listed, named] = [list.timetables.map(({ id }) => id).sort(), Object.keys(pointer.timetables).sort()];
        if (String(listed) !== String(named)) faults.push(`${organisationId} lists ${listed} and names ${named}`);
      }
    }
  }

  const repeat = async (work: () => Promise<void>) => {
    while (!stopped) {
      await work().catch((error: unknown) => {
        // The store is unreachable, for the server too, which then answers 500.
        if (!(error instanceof StoreError && allowed.includes(500))) faults.push(String(error));
      });
      await sleep(output.pause);
    }
  };
  const loops = [...keys].flatMap(([id, key]) => [repeat(() => call(id, key)), repeat(() => look(id))]);
  const end = async () => {
    stopped = true;
    await Promise.all(loops);
  };
  onTestFinished(end);
  return {
    async stop() {
      await end();
      if (faults.length > 0)
        throw new Error(`readers met ${faults.length} faults: ${[...new Set(faults)].slice(0, 5).join('; ')}`);
      return { statuses, pointers };
    },
  };
}
