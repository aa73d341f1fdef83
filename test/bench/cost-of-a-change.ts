// What publishing one changed version costs in a database of few organisations and in one of many: statements, rows that
// PostgreSQL reads, bytes written, time.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { createOrganisation } from '../../src/database/organisation.ts';
import { listPending } from '../../src/database/queue/pending-changes.ts';
import type { Tables } from '../../src/database/tables.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { publishAccess, publishDocuments } from '../../src/publish/publish-one.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { NewFile, Store } from '../../src/store/store.ts';
import { openBenchDatabase } from './bench-database.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';

export type ChangeCost = {
  organisations: number;
  statements: number;
  rowsRead: number;
  bytesWritten: number;
  milliseconds: number;
};

const importsAtOnce = 8;

/** The median cost over `rounds`; each organisation has one version, small but for the measured one. */
export async function measureCostOfAChange(organisations: number, rounds: number): Promise<ChangeCost> {
  const open = await openBenchDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const validate = createValidator();
  let bytesWritten = 0;
  const store = countingStore(folderStore(folder), (bytes) => {
    bytesWritten += bytes;
  });
  const publisherOf = (of: Parameters<typeof createDatabasePublisher>[1]['database']) =>
    createDatabasePublisher({ store, validate, now: Date.now }, { database: of, hasOneSession: false });
  try {
    const { database } = open;
    const ids = Array.from({ length: organisations }, (_, index) => `school-${index}`);
    for (let start = 0; start < ids.length; start += importsAtOnce) {
      const batch = ids.slice(start, start + importsAtOnce).map(async (orgId) => {
        await createOrganisation(database, org(orgId), orgId);
        const units = orgId === 'school-0' ? 1500 : 10;
        const document = largeTimetable({ id: `${orgId}-v1`, timetable: orgId, orgId, units });
        await importTimetable(database, validate, orgId, document);
      });
      await Promise.all(batch);
    }
    await publishAccess(publisherOf(database), org('school-0'));
    await publishDocuments(publisherOf(database), org('school-0'));
    await sql`truncate pending_change, changed_version`.execute(database);
    await sql`vacuum analyze`.execute(database);

    const costs: Omit<ChangeCost, 'organisations'>[] = [];
    for (let round = 0; round < rounds; round++) {
      const counted = countStatements(database);
      await sql`update lesson_unit set lock_reason = ${`round ${round}`}
        where version_id = 'school-0-v1' and position = 0`.execute(database);
      const rowsBefore = await rowsRead(database);
      bytesWritten = 0;
      const started = performance.now();
      for (const { organisationId } of await listPending(counted.database, 'documents'))
        await publishDocuments(publisherOf(counted.database), organisationId);
      const milliseconds = performance.now() - started;
      costs.push({
        statements: counted.statements(),
        rowsRead: (await rowsRead(database)) - rowsBefore,
        bytesWritten,
        milliseconds,
      });
    }
    const median = (pick: (cost: (typeof costs)[number]) => number) => quantiles(costs.map(pick)).p50;
    return {
      organisations,
      statements: median(({ statements }) => statements),
      rowsRead: median((cost) => cost.rowsRead),
      bytesWritten: median((cost) => cost.bytesWritten),
      milliseconds: median((cost) => cost.milliseconds),
    };
  } finally {
    await open.close();
    await rm(folder, { recursive: true });
  }
}

function countStatements(database: Kysely<Tables>) {
  let statements = 0;
  const counted = database.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { database: counted, statements: () => statements };
}

/** Rows fetched from tables since the statistics were reset, after PostgreSQL has flushed them. */
async function rowsRead(database: Kysely<Tables>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ read: number }>`
    select (sum(seq_tup_read) + sum(coalesce(idx_tup_fetch, 0)))::double precision as read
    from pg_stat_user_tables`.execute(database);
  return rows[0]?.read ?? 0;
}

function countingStore(store: Store, count: (bytes: number) => void): Store {
  return {
    ...store,
    write: (files: readonly NewFile[]) => {
      for (const { bytes } of files) count(bytes.length);
      return store.write(files);
    },
    replace: (path, bytes, expected) => {
      count(bytes.length);
      return store.replace(path, bytes, expected);
    },
  };
}
