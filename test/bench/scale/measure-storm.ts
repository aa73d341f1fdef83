// Many schools at once, with `build`, `watch` and `serve` as processes of their own: the first build of all, a storm in which
// hundreds publish within ten seconds, and then changes of a large document while another school is written each second.

import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseHandle } from '../../../src/access/ids.ts';
import type { Database } from '../../../src/database/connect/open-database.ts';
import { paths } from '../../../src/snapshot/paths.ts';
import { loadSchool } from '../../support/published-school.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { startCommand, startProgram } from '../child-command.ts';
import { largeTimetable } from '../large-timetable.ts';
import { describeMachine } from '../machine.ts';
import { createSchools, schoolId } from '../many-schools.ts';
import { readMegabytes } from '../process-memory.ts';
import { quantiles } from '../quantiles.ts';
import { createKey, openReader, type Reader, timeToReader, until } from '../reader.ts';
import { serveFolder } from '../served-folder.ts';
import { untilPublished } from './wait-for-queue.ts';

export type StormFigures = {
  machine: string;
  schools: number;
  /** `peakMegabytes` is the publisher's peak memory. */
  firstBuild: { schoolsPerSecond: number; peakMegabytes: number };
  /** Seconds from a school's commit until its record was replaced. */
  storm: { publishing: number; schoolsPerSecond: number; seconds: ReturnType<typeof quantiles> };
  /** Milliseconds from commit to reader. */
  underAWriter: ReturnType<typeof quantiles> & { changes: number };
  /** How many watchers ran, and the most memory of one of them over the storm and what followed. */
  watchers: number;
  peakMegabytes: number;
};

/** About as many lesson units as a small school's version has. */
const size = { versions: 3, units: 300 };
/** The milliseconds within which the schools of the storm publish. */
const stormLength = 10_000;

/** @param options.publishing how many of the schools publish in the storm; `changes` how often the large document changes */
export async function measureStorm(
  options: { schools: number; publishing: number; changes: number; watchers: number },
  onStep: (step: string) => void,
): Promise<StormFigures> {
  const { schools, changes, watchers } = options;
  const publishing = Math.min(schools, options.publishing);
  const open = await openBenchDatabase();
  const { database } = open;
  const closers: (() => unknown)[] = [() => open.close()];
  try {
    onStep(`making ${schools} schools`);
    await createSchools(open, { schools, ...size });
    const served = await serveFolder();
    closers.push(served.stop);
    const env = { ...served.published, DATABASE_URL: open.connectionString, LOG_LEVEL: 'error' };
    onStep(`building ${schools} schools`);
    const firstBuild = await buildAll(env, schools);
    const started = await Promise.all(
      Array.from({ length: watchers }, () => startCommand('watch', [], env, 'Watching')),
    );
    for (const { stop } of started) closers.push(stop);
    await untilPublished(database);
    onStep(`${publishing} schools publish`);
    const storm = await raiseStorm(database, served.folder, publishing);
    onStep(`${changes} changes while another school is written each second`);
    const reader = openReader(served.port);
    closers.push(reader.close);
    const times = await changeUnderAWriter(database, reader, schools, changes);
    return {
      machine: describeMachine(),
      schools,
      firstBuild,
      storm: { publishing, ...storm },
      underAWriter: { ...quantiles(times), changes },
      watchers,
      peakMegabytes: Math.max(...started.map(({ process }) => readMegabytes(process.pid, 'VmHWM'))),
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function buildAll(env: Record<string, string>, schools: number): Promise<StormFigures['firstBuild']> {
  const started = performance.now();
  const build = await startProgram('scripts/belfry.ts', ['build'], env, null);
  let peakMegabytes = 0;
  const looking = setInterval(() => {
    if (build.process.exitCode === null) peakMegabytes = readMegabytes(build.process.pid, 'VmHWM') || peakMegabytes;
  }, 100);
  try {
    const [code] = await once(build.process, 'exit');
    if (code !== 0) throw new Error(`the first build ended with code ${code}`);
    return { schoolsPerSecond: schools / ((performance.now() - started) / 1000), peakMegabytes };
  } finally {
    clearInterval(looking);
    await build.stop();
  }
}

/** Each school publishes its versions in one transaction, at evenly spread moments. */
async function raiseStorm(database: Database, folder: string, publishing: number) {
  const began = Date.now();
  const committed = await Promise.all(
    Array.from({ length: publishing }, async (_, index) => {
      await sleep((index * stormLength) / publishing);
      await sql`update timetable_version version set published_at = now(), updated_at = now()
        from timetable where timetable.id = timetable_id and organisation_id = ${schoolId(index)}`.execute(database);
      return Date.now();
    }),
  );
  await untilPublished(database);
  const published = await Promise.all(committed.map((_, index) => whenReplaced(database, folder, schoolId(index))));
  const seconds = published.map((at, index) => (at - (committed[index] ?? 0)) / 1000);
  const early = seconds.findIndex((waited) => waited < 0);
  if (early !== -1) throw new Error(`${schoolId(early)} was not published`);
  return {
    schoolsPerSecond: publishing / ((Math.max(...published) - began) / 1000),
    seconds: quantiles(seconds),
  };
}

/** When the organisation's record was last renamed into its place, which is when readers see what it points to. */
async function whenReplaced(database: Database, folder: string, organisationId: string): Promise<number> {
  const { handle } = await database
    .selectFrom('organisation')
    .select('handle')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return (await stat(join(folder, paths.record(parseHandle(handle))))).ctimeMs;
}

/** Changes a document of 1 MB at random moments. @returns milliseconds to the reader */
async function changeUnderAWriter(database: Database, reader: Reader, schools: number, changes: number) {
  const id = 'large-v0';
  await loadSchool(database, 'large', [largeTimetable({ id, timetable: 'large', orgId: 'large', units: 1700 })]);
  const { text: key } = await createKey(database, 'large');
  const path = `/api/v1/timetables/${id}`;
  await until(async () => (await reader.get(path, key)).status === 200);
  const change = (version: string, reason: string) =>
    sql`update lesson_unit set lock_reason = ${reason} where version_id = ${version} and position = 0`.execute(
      database,
    );

  let isOver = false;
  async function writeEachSecond(): Promise<void> {
    for (let count = 0; !isOver; count++) {
      await change(`${schoolId(Math.floor(Math.random() * schools))}-v0`, `written ${count}`);
      await sleep(1000);
    }
  }
  async function measure(): Promise<number[]> {
    const times: number[] = [];
    for (let count = 0; count < changes; count++) {
      await sleep(Math.random() * 1000);
      times.push(await timeToReader(reader, path, key, () => change(id, `change ${count}`)));
    }
    return times;
  }
  const measuring = measure().finally(() => {
    isOver = true;
  });
  const [times] = await Promise.all([measuring, writeEachSecond()]);
  return times;
}
