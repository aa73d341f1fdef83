// Wall time per document of a whole build, against PostgreSQL alone making the same JSON with json_agg and sending it:
// Belfry's time includes reading, checking, compressing and writing; PostgreSQL's only the text.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { sameDocument } from '../../../src/document/same-document.ts';
import { createDatabasePublisher } from '../../../src/publish/database/database-port.ts';
import { publishDocuments } from '../../../src/publish/publish-one.ts';
import { unwrapEnvelope } from '../../../src/snapshot/envelope.ts';
import { loadSnapshot } from '../../../src/snapshot/load-snapshot.ts';
import { paths } from '../../../src/snapshot/paths.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { largeTimetable } from '../large-timetable.ts';
import { quantiles } from '../quantiles.ts';

export type BuildingFigures = {
  documents: number;
  documentBytes: number;
  rounds: number;
  /** Milliseconds per document, medians over the rounds. */
  belfry: number;
  jsonAgg: number;
  /** The median of the rounds' ratios, with the best and the worst. */
  ratio: number;
  best: number;
  worst: number;
};

export type BuildingPlan = { rounds: number; documents: number; onStep: (what: string) => void };

const organisationId = 'bench';
/** Compiled once, as in a running publisher. */
const validate = createValidator();

export async function compareBuilding({ rounds, documents, onStep }: BuildingPlan): Promise<BuildingFigures> {
  const open = await openBenchDatabase();
  const alone = new pg.Client({ connectionString: open.connectionString });
  try {
    await alone.connect();
    onStep('filling the database');
    const versionIds = await fill(open, documents);
    const documentBytes = await assertSame(open, alone, versionIds[0] ?? '');
    const times: { belfry: number; jsonAgg: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      onStep(round === 0 ? 'warming up' : `round ${round} of ${rounds} of building`);
      const jsonAgg = (await makeWithJsonAgg(alone, versionIds)) / documents;
      const belfry = (await buildAll(open)) / documents;
      if (round > 0) times.push({ belfry, jsonAgg });
    }
    const ratios = times.map(({ belfry, jsonAgg }) => belfry / jsonAgg);
    return {
      documents,
      documentBytes,
      rounds,
      belfry: quantiles(times.map(({ belfry }) => belfry)).p50,
      jsonAgg: quantiles(times.map(({ jsonAgg }) => jsonAgg)).p50,
      ratio: quantiles(ratios).p50,
      best: Math.min(...ratios),
      worst: Math.max(...ratios),
    };
  } finally {
    await alone.end();
    await open.close();
  }
}

async function fill({ database }: OpenDatabase, documents: number): Promise<string[]> {
  await createOrganisation(database, org(organisationId), 'Bench');
  const versionIds: string[] = [];
  for (let number = 1; number <= documents; number++) {
    const id = `bench-v${number}`;
    const document = largeTimetable({ id, timetable: 'bench', orgId: organisationId, units: 1700 });
    await importTimetable(database, validate, organisationId, { ...document, versionNumber: number });
    versionIds.push(id);
  }
  return versionIds;
}

const documentSql = readFileSync(new URL('document.sql', import.meta.url), 'utf8');

async function jsonAggOf(client: pg.Client, versionId: string): Promise<string> {
  const { rows } = await client.query({ name: 'document', text: documentSql, values: [versionId] });
  return rows[0].document;
}

async function makeWithJsonAgg(client: pg.Client, versionIds: readonly string[]): Promise<number> {
  const started = performance.now();
  for (const id of versionIds) await jsonAggOf(client, id);
  return performance.now() - started;
}

/** A full build into an empty folder, in milliseconds. */
async function buildAll(open: OpenDatabase, look?: (folder: string) => Promise<void>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  try {
    const publisher = createDatabasePublisher({ store: folderStore(folder), validate, now: Date.now }, open);
    const started = performance.now();
    await publishDocuments(publisher, org(organisationId), { what: 'versions', versions: 'all', repair: false });
    const milliseconds = performance.now() - started;
    await look?.(folder);
    return milliseconds;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @returns the size of the document in bytes. @throws when the two make different documents */
async function assertSame(open: OpenDatabase, client: pg.Client, versionId: string): Promise<number> {
  const theirs = JSON.parse(await jsonAggOf(client, versionId));
  let size = 0;
  await buildAll(open, async (folder) => {
    const store = folderStore(folder);
    const file = (await loadSnapshot(store, org(organisationId))).pointer?.timetables[versionId];
    const stored = await store.read(paths.file(org(organisationId), versionId, file?.hash ?? '', 'identity'));
    const data = stored && unwrapEnvelope(stored);
    const ours = data && JSON.parse(new TextDecoder().decode(data));
    if (!sameDocument(ours, theirs)) throw new Error('json_agg and Belfry make different documents');
    size = data?.length ?? 0;
  });
  return size;
}
