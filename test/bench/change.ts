// `bench -- change`: what publishing one changed version costs in a database of few organisations and in one of many:
// statements, rows that PostgreSQL reads, bytes written, time.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { listPending } from '../../src/database/queue/pending-changes.ts';
import type { Tables } from '../../src/database/tables.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { publishAccess, publishDocuments } from '../../src/publish/engine/publish-organisation.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { openBenchDatabase } from './bench-database.ts';
import { countingStore } from './counting-store.ts';
import { changeVersion, createSchools, loadVersion } from './many-schools.ts';
import { quantiles } from './quantiles.ts';

type Options = { few: number; many: number; rounds: number };
const counted = ['statements', 'rowsRead', 'bytesWritten', 'milliseconds'] as const;
/** Medians over the rounds. */
type Cost = Record<'organisations' | (typeof counted)[number], number>;

export async function measure({ few, many, rounds }: Options, onStep: (step: string) => void): Promise<[Cost, Cost]> {
  onStep(`${few} organisations`);
  const first = await costAmong(few, rounds);
  onStep(`${many} organisations`);
  return [first, await costAmong(many, rounds)];
}

/** Each organisation has one version, small but for the measured one. */
async function costAmong(organisations: number, rounds: number): Promise<Cost> {
  await using open = await openBenchDatabase();
  const { database } = open;
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  let [bytesWritten, statements] = [0, 0];
  const store = countingStore(folderStore(folder), (bytes) => {
    bytesWritten += bytes;
  });
  const counting = database.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const settings = { store, validate: createValidator(), now: Date.now };
  const publisherOf = (of: typeof database) =>
    createDatabasePublisher(settings, { database: of, hasOneSession: false });
  try {
    await createSchools(database, { schools: organisations - 1, versions: 1, units: 10 });
    const { id } = await loadVersion(database, 'measured', 1500);
    await publishAccess(publisherOf(database), org('measured'));
    await publishDocuments(publisherOf(database), org('measured'));
    await sql`truncate pending_change, changed_version`.execute(database);
    await sql`vacuum analyze`.execute(database);

    const costs: Omit<Cost, 'organisations'>[] = [];
    for (let round = 0; round < rounds; round++) {
      await changeVersion(database, id, `round ${round}`);
      const before = await rowsRead(database);
      [bytesWritten, statements] = [0, 0];
      const started = performance.now();
      await moveChangedVersions(counting);
      for (const { organisationId } of await listPending(counting, 'documents'))
        await publishDocuments(publisherOf(counting), organisationId);
      const milliseconds = performance.now() - started;
      costs.push({ statements, bytesWritten, milliseconds, rowsRead: (await rowsRead(database)) - before });
    }
    const median = (what: (typeof counted)[number]) => quantiles(costs.map((cost) => cost[what])).p50;
    return {
      organisations,
      statements: median('statements'),
      rowsRead: median('rowsRead'),
      bytesWritten: median('bytesWritten'),
      milliseconds: median('milliseconds'),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Rows fetched from tables since the statistics were reset, after PostgreSQL has flushed them. */
async function rowsRead(database: Kysely<Tables>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ read: number }>`
    select (sum(seq_tup_read) + sum(coalesce(idx_tup_fetch, 0)))::double precision as read
    from pg_stat_user_tables`.execute(database);
  return rows[0]?.read ?? 0;
}

export const report = ([few, many]: [Cost, Cost]): string[] =>
  table(
    ['organisations', 'statements', 'rows read', 'bytes written', 'ms'],
    [
      ...[few, many].map((cost) => [
        ...[cost.organisations, cost.statements, cost.rowsRead, cost.bytesWritten].map(String),
        cost.milliseconds.toFixed(1),
      ]),
      ['ratio', ...counted.map((what) => (many[what] / few[what]).toFixed(2))],
    ],
  );
