// `bench -- growth`: how time and memory grow with what is in the database: for a full build, for one changed version, and for a
// server.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { table } from '../../scripts/support/print-report.ts';
import { openBenchDatabase } from './bench-database.ts';
import { ask, createKey } from './caller.ts';
import { createSchools, schoolId } from './many-schools.ts';
import type { MeasuredBuild } from './measured-build.ts';
import { servedFolder } from './served-folder.ts';

/** How many there are of each, and the lesson units of each document. */
type Amount = { organisations: number; versions: number; keys: number; units: number };
/** Milliseconds and megabytes. `startUp` is until the first answer, `serving` the memory after every document was requested. */
type Point = MeasuredBuild & { axis: string; value: string; startUp: number; serving: number };

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

/** @param options.quick leaves out what takes minutes */
export async function measure(
  { quick = false }: { quick?: boolean },
  onStep: (step: string) => void,
): Promise<Point[]> {
  const measured: Point[] = [];
  for (const { axis, points } of axes(!quick))
    for (const [value, amount] of points) {
      onStep(`${axis}: ${value}`);
      measured.push({ axis, value, ...(await measurePoint({ ...usual, ...amount })) });
    }
  return measured;
}

async function measurePoint({ organisations, versions, keys, units }: Amount) {
  await using open = await openBenchDatabase();
  await createSchools(open.database, { schools: organisations, versions, units });
  await sql`insert into api_key (id, organisation_id, name, sha256)
    select 'key-' || number, 'school-' || (number % ${organisations}), 'Bench', encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, ${keys}) number`.execute(open.database);
  const callers: { organisationId: string; key: string }[] = [];
  for (let number = 0; number < organisations; number++) {
    const { text: key } = await createKey(open.database, schoolId(number));
    callers.push({ organisationId: schoolId(number), key });
  }
  const folder = await mkdtemp(join(tmpdir(), 'belfry-growth-'));
  try {
    const program = fileURLToPath(new URL('measured-build.ts', import.meta.url));
    const env = { ...process.env, DATABASE_URL: open.connectionString, BELFRY_OUT: folder };
    const { stdout } = await promisify(execFile)('node', ['--import', 'tsx', program], { env });
    const built: MeasuredBuild = JSON.parse(stdout);
    return { ...built, ...(await measureServer(folder, callers, versions)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureServer(folder: string, callers: { organisationId: string; key: string }[], versions: number) {
  const started = performance.now();
  await using served = await servedFolder(folder);
  const get = async (key: string, version: string) => {
    const { status } = await ask(served.port, `/api/v1/timetables/${version}`, { Authorization: `Bearer ${key}` });
    if (status !== 200) throw new Error(`${version}: ${status}`);
  };
  await get(callers[0]?.key ?? '', `${schoolId(0)}-v0`);
  const startUp = performance.now() - started;
  for (const { organisationId, key } of callers)
    for (let number = 0; number < versions; number++) await get(key, `${organisationId}-v${number}`);
  return { startUp, serving: served.serve.megabytes('VmRSS') };
}

export const report = (points: readonly Point[]): string[] =>
  [...new Set(points.map(({ axis }) => axis))].flatMap((axis) => [
    '',
    ...table(
      [axis, 'full build ms', 'one change ms', 'publisher MB', 'server start ms', 'server MB'],
      points
        .filter((point) => point.axis === axis)
        .map(({ value, full, change, peakMegabytes, startUp, serving }) => [
          value,
          ...[full, change, peakMegabytes, startUp, serving].map((figure) =>
            Math.round(figure).toLocaleString('en-GB'),
          ),
        ]),
    ),
  ]);
