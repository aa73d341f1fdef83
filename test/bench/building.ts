// Wall time per document of a whole build, against PostgreSQL alone making the same JSON with json_agg and sending it:
// Belfry's time includes reading, checking, compressing and writing; PostgreSQL's only the text.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createValidator } from '../../src/contract/validator.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { sameDocument } from '../../src/document/same-document.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { publishDocuments } from '../../src/publish/engine/publish-organisation.ts';
import { unwrapEnvelope } from '../../src/snapshot/envelope.ts';
import { loadPublished } from '../../src/snapshot/load-published.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { openBenchDatabase } from './bench-database.ts';
import { loadVersion } from './many-schools.ts';
import { quantiles } from './quantiles.ts';

type Options = { rounds: number; documents: number };
/** Milliseconds per document in each round. */
type Figures = Options & { documentBytes: number; times: { belfry: number; jsonAgg: number }[] };

const organisationId = 'bench';
/** Compiled once, as in a running publisher. */
const validate = createValidator();

export async function measure({ rounds, documents }: Options, onStep: (what: string) => void): Promise<Figures> {
  await using open = await openBenchDatabase();
  const alone = await open.connect();
  onStep('filling the database');
  const ids: string[] = [];
  for (let number = 0; number < documents; number++)
    ids.push((await loadVersion(open.database, organisationId, 1700, number)).id);
  const documentBytes = await assertSame(open.database, alone, ids[0] ?? '');
  const times: Figures['times'] = [];
  for (let round = 0; round <= rounds; round++) {
    onStep(round === 0 ? 'warming up' : `round ${round} of ${rounds} of building`);
    const started = performance.now();
    for (const id of ids) await jsonAggOf(alone, id);
    const jsonAgg = (performance.now() - started) / documents;
    const belfry = (await buildAll(open.database)) / documents;
    if (round > 0) times.push({ belfry, jsonAgg });
  }
  return { rounds, documents, documentBytes, times };
}

const documentSql = readFileSync(new URL('document.sql', import.meta.url), 'utf8');

async function jsonAggOf(client: pg.Client, versionId: string): Promise<string> {
  const { rows } = await client.query({ name: 'document', text: documentSql, values: [versionId] });
  return rows[0].document;
}

/** A full build into an empty folder, in milliseconds. */
async function buildAll(database: Database, look?: (folder: string) => Promise<void>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  try {
    const settings = { store: folderStore(folder), validate, now: Date.now };
    const publisher = createDatabasePublisher(settings, { database, hasOneSession: false });
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
async function assertSame(database: Database, client: pg.Client, versionId: string): Promise<number> {
  const theirs = JSON.parse(await jsonAggOf(client, versionId));
  let size = 0;
  await buildAll(database, async (folder) => {
    const store = folderStore(folder);
    const file = (await loadPublished(store, org(organisationId))).pointer?.timetables[versionId];
    const stored = await store.read(paths.file(org(organisationId), versionId, file?.hash ?? '', 'identity'));
    const data = stored && unwrapEnvelope(stored);
    const ours = data && JSON.parse(new TextDecoder().decode(data));
    if (!sameDocument(ours, theirs)) throw new Error('json_agg and Belfry make different documents');
    size = data?.length ?? 0;
  });
  return size;
}

export const report = ({ rounds, documents, documentBytes, times }: Figures): string[] => {
  const median = (values: number[]) => quantiles(values).p50;
  const ratios = times.map(({ belfry, jsonAgg }) => belfry / jsonAgg);
  const [best, worst] = [Math.min(...ratios), Math.max(...ratios)];
  return [
    '',
    `Building: ${rounds} rounds of ${documents} documents of ${(documentBytes / 1000).toFixed(1)} kB, milliseconds a document:`,
    `  PostgreSQL alone, json_agg   ${median(times.map(({ jsonAgg }) => jsonAgg)).toFixed(1)}`,
    `  Belfry, whole build          ${median(times.map(({ belfry }) => belfry)).toFixed(1)}`,
    `  ratio                        ${median(ratios).toFixed(2)} (${best.toFixed(2)} to ${worst.toFixed(2)})`,
  ];
};
