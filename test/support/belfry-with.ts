// A database, a build of the given organisations, and a server on a free port of loopback, for tests through HTTP or a
// browser. Access is changed as the commands change it.

import { randomBytes } from 'node:crypto';
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
import { build } from '../../src/publish/build.ts';
import { type AccessChange, addKey, revokeKey, setAccess } from '../../src/publish/database/change-access.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { folderReader } from '../../src/serve/node/folder-reader.ts';
import { nodeServer } from '../../src/serve/node/node-server.ts';
import { siteOfFolder } from '../../src/serve/node/site.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
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

const quietly = { start() {}, organisation() {} };

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
    await build(publisher, database, new Map([[org(organisationId), { versions: 'all', repair: false }]]), quietly);
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
  const source = { randomBytes, sha256: sha256OfText };
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    createKey: (organisationId, expiresAt) =>
      addKey(database, publisher, source, {
        organisationId: org(organisationId),
        name: 'Test',
        expiresAt: expiresAt ?? null,
      }),
    revokeKey: (id) => revokeKey(database, publisher, id, Date.now()),
    setAccess: (organisationId, change) => setAccess(database, publisher, org(organisationId), change),
    add,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await open.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
