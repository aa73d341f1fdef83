// How time and memory grow with what is in the database: for a full build, for one changed version, and for a server.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newKey, publishedFolder } from '../../support/published-folder.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { startCommand } from '../child-command.ts';
import { readMegabytes } from '../process-memory.ts';
import { type Amount, fillDatabase, firstOrganisation, firstVersion } from './fill-database.ts';
import type { MeasuredBuild } from './measured-build.ts';

const run = promisify(execFile);

/** Milliseconds and megabytes. `startUp` is until the first answer, `serving` the memory after every document was requested. */
export type GrowthPoint = MeasuredBuild & { axis: string; value: string; startUp: number; serving: number };

const usual: Amount = { organisations: 1, versions: 1, keys: 10, units: 100 };

type Axis = { axis: string; points: [value: string, amount: Partial<Amount>][] };

const axes = (many: boolean): Axis[] => [
  {
    axis: 'organisations, one document each',
    points: [10, 1_000, ...(many ? [10_000] : [])].map((organisations) => [
      organisations.toLocaleString('en-GB'),
      { organisations, units: 10 },
    ]),
  },
  {
    axis: 'documents of one organisation',
    points: [10, 100, ...(many ? [1_000] : [])].map((versions) => [versions.toLocaleString('en-GB'), { versions }]),
  },
  {
    axis: 'versions of one timetable',
    points: [10, 500].map((versions) => [String(versions), { versions, units: 10 }]),
  },
  {
    axis: 'size of a document',
    points: (
      [
        ['25 kB', 10],
        ['167 kB', 250],
        ['1 MB', 1_700],
        ['20 MB', many ? 34_000 : 8_500],
      ] as const
    ).map(([value, units]) => [many || units < 8_500 ? value : '5 MB', { units }]),
  },
  {
    axis: 'keys',
    points: [10, 1_000, ...(many ? [100_000] : [])].map((keys) => [keys.toLocaleString('en-GB'), { keys }]),
  },
];

/** @param quick leaves out what takes minutes. @param onPoint called with each point as soon as it is measured */
export async function measureGrowth(quick: boolean, onPoint: (point: GrowthPoint) => void): Promise<GrowthPoint[]> {
  const measured: GrowthPoint[] = [];
  for (const { axis, points } of axes(!quick))
    for (const [value, amount] of points) {
      const point = { axis, value, ...(await measurePoint({ ...usual, ...amount })) };
      onPoint(point);
      measured.push(point);
    }
  return measured;
}

async function measurePoint(amount: Amount): Promise<Omit<GrowthPoint, 'axis' | 'value'>> {
  const open = await openBenchDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'belfry-growth-'));
  try {
    await fillDatabase(open.database, amount);
    const program = fileURLToPath(new URL('measured-build.ts', import.meta.url));
    const env = { ...process.env, DATABASE_URL: open.connectionString, BELFRY_OUT: folder };
    const { stdout } = await run('node', ['--import', 'tsx', program], { env });
    const built: MeasuredBuild = JSON.parse(stdout);
    return { ...built, ...(await measureServer(folder, amount)) };
  } finally {
    await open.close();
    await rm(folder, { recursive: true });
  }
}

async function measureServer(folder: string, { organisations, versions }: Amount) {
  const form = publishedFolder(folder);
  const keys: [organisationId: string, key: string][] = [];
  for (let number = 0; number < organisations; number++) {
    const organisationId = `school-${number}`;
    const key = newKey(organisationId);
    await form.writeKey(key, organisationId);
    keys.push([organisationId, key]);
  }
  const port = 18_190;
  const env = { BELFRY_OUT: folder, BELFRY_BUCKET: '', PORT: String(port), ADMIN_PORT: '18191', LOG_LEVEL: 'error' };
  const get = async (key: string, version?: string) => {
    const path = `/api/v1/timetables${version === undefined ? '' : `/${version}`}`;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  const started = performance.now();
  const serve = await startCommand('serve', [], env, 'Serving');
  try {
    const [[, firstKey]] = [keys[0] ?? [firstOrganisation, '']];
    await get(firstKey, firstVersion);
    const startUp = performance.now() - started;
    for (let number = 0; number < versions; number++) await get(firstKey, `${firstOrganisation}-v${number}`);
    for (const [organisationId, key] of keys) await get(key, `${organisationId}-v0`);
    return { startUp, serving: readMegabytes(serve.process.pid, 'VmRSS') };
  } finally {
    await serve.stop();
  }
}
