// A database, a build of the given organisations, and a server on a free port of loopback, for tests through HTTP or a
// browser. Access is changed as the commands change it.

import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Calendar, DayChanges, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { createOrganisation } from '../../src/database/organisation.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { serverMetrics } from '../../src/health/metrics.ts';
import { folderReader } from '../../src/serve/node/folder-reader.ts';
import { nodeServer } from '../../src/serve/node/node-server.ts';
import { siteOfFolder } from '../../src/serve/node/site.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import {
  type AccessChange,
  build,
  createKey,
  createLink,
  type Publisher,
  revokeKey,
  revokeLink,
  rollBack,
  setAccess,
} from './belfry.ts';
import { openTestDatabase } from './test-database.ts';

export type TestOrganisation = {
  id: string;
  name: string;
  documents: readonly Timetable[];
  /** None if it is left out. */
  calendar?: Calendar;
  /** Needs a calendar. */
  different?: DayChanges;
};

export type TestLink = Awaited<ReturnType<typeof createLink>>;

export type TestBelfry = {
  /** Such as http://127.0.0.1:40001. */
  url: string;
  /** The published output. */
  folder: string;
  createKey(organisationId: string, expiresAt?: string): Promise<{ id: string; key: string }>;
  revokeKey(id: string): Promise<void>;
  /** A link, with what it shows: as of the moment when calendars are published. */
  createLink(organisationId: string, who: Parameters<typeof createLink>[3]): Promise<TestLink>;
  revokeLink(id: string): Promise<void>;
  setAccess(organisationId: string, change: AccessChange): Promise<void>;
  /** Replaces what is different on the days of a range, and publishes it. */
  setDifferent(organisationId: string, different: DayChanges): Promise<void>;
  /** Publishes documents in addition. */
  add(organisationId: string, documents: readonly Timetable[]): Promise<void>;
  /** Shows the generation before, or another one. */
  rollBack(organisationId: string, to?: number): Promise<void>;
  /** Publishes what follows from the documents, such as what changed. @param at the moment of it; the one of the calendars by default */
  publishDue(at?: number): Promise<void>;
  close(): Promise<void>;
};

/** @param now when the calendars are published, in milliseconds since 1970: their months and weeks are those around it */
export async function belfryWith(organisations: readonly TestOrganisation[], now = Date.now()): Promise<TestBelfry> {
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
  const derive = async (at = now) => {
    const { failures } = await build({ ...publisher, now: () => at }, database, 'due');
    const [failure] = failures;
    if (failure !== undefined) throw failure.error;
  };
  const setDifferent = async (organisationId: string, { from, to, ...document }: DayChanges) => {
    await sql`select replace_days(${organisationId}, ${from}, ${to}, ${JSON.stringify(document)}::jsonb)`.execute(
      database,
    );
    await derive();
  };
  for (const { id, name, documents, calendar, different } of organisations) {
    await createOrganisation(database, org(id), name);
    await add(id, documents);
    if (calendar === undefined) continue;
    await database.transaction().execute((all) => storeCalendar(all, id, calendar, JSON.stringify(calendar)));
    await derive();
    if (different !== undefined) await setDifferent(id, different);
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
    async createLink(organisationId, who) {
      const link = await createLink(database, publisher, organisationId, who);
      await derive();
      return link;
    },
    revokeLink: (id) => revokeLink(database, publisher, id),
    setAccess: (organisationId, change) => setAccess(database, publisher, organisationId, change),
    setDifferent,
    add,
    async rollBack(organisationId, to) {
      await rollBack(publisher, database, organisationId, to);
    },
    publishDue: derive,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await open.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
