// A database, a build of the given organisations, and a server on a free port of loopback, for tests through HTTP or a
// browser. Access is changed as the commands change it.

import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { serverMetrics } from '../../src/admin/metrics.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { createOrganisation } from '../../src/database/organisation.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { folderReader } from '../../src/serve/node/folder-reader.ts';
import { nodeServer } from '../../src/serve/node/node-server.ts';
import { siteOfFolder } from '../../src/serve/node/site.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { type AccessChange, build, createKey, type Publisher, revokeKey, setAccess } from './belfry.ts';
import { openTestDatabase } from './test-database.ts';

export type TestOrganisation = { id: string; name: string; documents: readonly Timetable[] };

export type TestBelfry = {
  /** Such as http://127.0.0.1:40001. */
  url: string;
  /** The published output. */
  folder: string;
  createKey(organisationId: string, expiresAt?: string): Promise<{ id: string; key: string }>;
  revokeKey(id: string): Promise<void>;
  setAccess(organisationId: string, change: AccessChange): Promise<void>;
  /** Publishes documents in addition. */
  add(organisationId: string, documents: readonly Timetable[]): Promise<void>;
  close(): Promise<void>;
};

export async function belfryWith(organisations: readonly TestOrganisation[]): Promise<TestBelfry> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-out-'));
  const open = await openTestDatabase();
  const { database } = open;
  const publisher: Publisher = { store: folderStore(folder), validate: createValidator(), now: Date.now };
  const add = async (organisationId: string, documents: readonly Timetable[]) => {
    for (const document of documents) {
      const { outcome, ...rest } = await importTimetable(database, publisher.validate, organisationId, document);
      if (outcome === 'refused')
        throw new Error(`a test's document is refused: ${JSON.stringify(rest).slice(0, 2000)}`);
    }
    await build(publisher, database, new Map([[organisationId, { versions: 'all', repair: false }]]));
  };
  for (const { id, name, documents } of organisations) {
    await createOrganisation(database, org(id), name);
    await add(id, documents);
  }
  const server = nodeServer({
    openReader: folderReader(folder, { cacheBytes: 64 * 1024 * 1024, now: Date.now }),
    site: siteOfFolder(folder),
    corsOrigins: [],
    metrics: serverMetrics(async () => null),
    log: pino({ level: 'silent' }),
    now: Date.now,
    tls: null,
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // it listens on a port, so it has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    createKey: (organisationId, expiresAt) => createKey(database, publisher, organisationId, expiresAt),
    revokeKey: (id) => revokeKey(database, publisher, id),
    setAccess: (organisationId, change) => setAccess(database, publisher, organisationId, change),
    add,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await open.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
