// `bench -- storm`: many schools at once, with `build`, `watch` and `serve` as processes of their own: the first build of all, a
// storm in which hundreds publish within ten seconds, and then changes of a large document while another school is written
// each second.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { parseHandle } from '../../src/access/ids.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { openBenchDatabase } from './bench-database.ts';
import { timeToReader } from './caller.ts';
import { startCommand } from './child-command.ts';
import { changeVersion, createSchools, loadVersion, schoolId, untilPublished } from './many-schools.ts';
import { quantiles } from './quantiles.ts';
import { readFrom, type Served, servedFolder, startWatch } from './served-folder.ts';

/** `rounds` are the changes of the large document. */
type Options = { schools: number; publishing: number; watchers: number; rounds: number };
type Figures = Options & {
  firstBuild: { schoolsPerSecond: number; peakMegabytes: number };
  /** Seconds from a school's commit until its record was replaced. */
  storm: { schoolsPerSecond: number; seconds: number[] };
  /** Milliseconds from commit to reader. */
  underAWriter: number[];
  /** The most memory of one watcher over the storm and what followed. */
  peakMegabytes: number;
};

/** The milliseconds within which the schools of the storm publish. */
const stormLength = 10_000;

export async function measure(options: Options, onStep: (step: string) => void): Promise<Figures> {
  const { schools, rounds } = options;
  const publishing = Math.min(schools, options.publishing);
  await using open = await openBenchDatabase();
  const { database } = open;
  onStep(`making ${schools} schools`);
  // About as many lesson units as a small school's version has.
  await createSchools(database, { schools, versions: 3, units: 300 });
  await using served = await servedFolder();
  onStep(`building ${schools} schools`);
  const firstBuild = await buildAll({ ...served.published, DATABASE_URL: open.connectionString }, schools);
  const watchers = await Promise.all(Array.from({ length: options.watchers }, () => startWatch(open, served)));
  await using _ = { [Symbol.asyncDispose]: () => Promise.all(watchers.map(({ stop }) => stop())).then(() => {}) };
  await untilPublished(database);
  onStep(`${publishing} schools publish`);
  const storm = await raiseStorm(database, served.folder, publishing);
  onStep(`${rounds} changes while another school is written each second`);
  const underAWriter = await changeUnderAWriter(database, served, schools, rounds);
  const peakMegabytes = Math.max(...watchers.map((watcher) => watcher.megabytes('VmHWM')));
  return { ...options, publishing, firstBuild, storm, underAWriter, peakMegabytes };
}

async function buildAll(env: Record<string, string>, schools: number): Promise<Figures['firstBuild']> {
  const started = performance.now();
  const build = await startCommand('build', [], { ...env, LOG_LEVEL: 'error' }, null);
  let peakMegabytes = 0;
  const looking = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, build.megabytes('VmHWM'));
  }, 100);
  const code = await build.ended.finally(() => clearInterval(looking));
  if (code !== 0) throw new Error(`the first build ended with code ${code}`);
  return { schoolsPerSecond: schools / ((performance.now() - started) / 1000), peakMegabytes };
}

/** Each school publishes its versions in one transaction, at evenly spread moments. */
async function raiseStorm(database: Database, folder: string, publishing: number): Promise<Figures['storm']> {
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
  const { rows } = await sql<{ id: string; handle: string }>`select id, handle from organisation`.execute(database);
  const handles = new Map(rows.map(({ id, handle }) => [id, parseHandle(handle)]));
  const published = committed.map(async (_, index) => {
    const handle = handles.get(schoolId(index));
    if (handle === undefined) throw new Error(`there is no ${schoolId(index)}`);
    // When the record was last renamed into its place, which is when readers see what it points to.
    return (await stat(join(folder, paths.record(handle)))).ctimeMs;
  });
  const moments = await Promise.all(published);
  const seconds = moments.map((at, index) => (at - (committed[index] ?? 0)) / 1000);
  const early = seconds.findIndex((waited) => waited < 0);
  if (early !== -1) throw new Error(`${schoolId(early)} was not published`);
  return { schoolsPerSecond: publishing / ((Math.max(...moments) - began) / 1000), seconds };
}

/** Changes a document of 1 MB at random moments. @returns milliseconds to the reader */
async function changeUnderAWriter(database: Database, served: Served, schools: number, rounds: number) {
  const { id } = await loadVersion(database, 'large', 1700);
  await using reader = await readFrom(served, database, 'large', id);
  let isOver = false;
  const writing = (async () => {
    for (let count = 0; !isOver; count++) {
      await changeVersion(database, `${schoolId(Math.floor(Math.random() * schools))}-v0`, `written ${count}`);
      await sleep(1000);
    }
  })();
  const times: number[] = [];
  try {
    for (let count = 0; count < rounds; count++) {
      await sleep(Math.random() * 1000);
      times.push(await timeToReader(reader, () => changeVersion(database, id, `change ${count}`)));
    }
  } finally {
    isOver = true;
    await writing;
  }
  return times;
}

export const report = ({ schools, publishing, watchers, firstBuild, storm, ...figures }: Figures): string[] => {
  const [published, served] = [quantiles(storm.seconds), quantiles(figures.underAWriter)];
  const publisher = watchers === 1 ? 'the watcher' : `one of ${watchers} watchers`;
  return table(
    [`${schools} schools of three versions`, '', 'aim'],
    [
      ['first build, schools/s', firstBuild.schoolsPerSecond.toFixed(1), 'at least 25'],
      ['peak memory of it, MB', firstBuild.peakMegabytes.toFixed(0), 'under 300'],
      [`${publishing} publish within 10 s, schools/s`, storm.schoolsPerSecond.toFixed(1), 'at least 20'],
      ['commit to published, s, p50', published.p50.toFixed(2), 'at most 10'],
      ['the same, p99', published.p99.toFixed(2), 'at most 25'],
      ['1 MB changed to served under a writer a second, ms, p50', served.p50.toFixed(0), ''],
      [`the same, p99 of ${figures.rounds}`, served.p99.toFixed(0), 'at most 1,000'],
      [`peak memory of ${publisher}, MB`, figures.peakMegabytes.toFixed(0), 'under 300'],
    ],
  );
};
