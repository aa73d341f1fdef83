// How long a school's change takes to a reader while another school renames a teacher of all its versions, with `watch` and
// `serve` as processes of their own.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openBenchDatabase } from '../bench-database.ts';
import { startCommand } from '../child-command.ts';
import { fillDatabase, firstOrganisation } from '../growth/fill-database.ts';
import { describeMachine } from '../machine.ts';
import { quantiles } from '../quantiles.ts';
import { createKey, openReader, timeToReader, until } from '../reader.ts';
import { serveFolder } from '../served-folder.ts';
import { isWaiting, untilPublished } from './wait-for-queue.ts';

/** Milliseconds from commit to reader, and seconds until a rename was published in all versions. */
export type FairnessFigures = {
  machine: string;
  rounds: number;
  versions: number;
  alone: ReturnType<typeof quantiles>;
  beside: ReturnType<typeof quantiles> & { changes: number };
  renameSeconds: ReturnType<typeof quantiles>;
};

const otherSchool = 'school-1';
const otherVersion = `${otherSchool}-v0`;

/** Documents have 1 MB. @param versions of the school that renames a teacher */
export async function measureFairness(
  versions: number,
  rounds: number,
  onStep: (step: string) => void,
): Promise<FairnessFigures> {
  const open = await openBenchDatabase();
  const { database } = open;
  const closers: (() => unknown)[] = [() => open.close()];
  try {
    onStep(`making a school of ${versions} versions`);
    await fillDatabase(database, { organisations: 2, versions, keys: 0, units: 1700 });
    const served = await serveFolder();
    closers.push(served.stop);
    const env = { ...served.published, DATABASE_URL: open.connectionString, LOG_LEVEL: 'error' };
    const watch = await startCommand('watch', [], env, 'Watching');
    closers.push(watch.stop);
    const reader = openReader(served.port);
    closers.push(reader.close);
    const { text: key } = await createKey(database, otherSchool);
    const path = `/api/v1/timetables/${otherVersion}`;
    onStep('publishing everything for the first time');
    await untilPublished(database);
    await until(async () => (await reader.get(path, key)).status === 200);

    let changes = 0;
    const changeOther = () =>
      timeToReader(reader, path, key, () =>
        sql`update lesson_unit set lock_reason = ${`change ${changes++}`}
          where version_id = ${otherVersion} and position = 0`.execute(database),
      );
    const alone: number[] = [];
    const beside: number[] = [];
    const renames: number[] = [];
    for (let round = 0; round < rounds; round++) {
      onStep(`round ${round + 1} of ${rounds}`);
      for (let change = 0; change < 5; change++) alone.push(await changeOther());
      await sql`update teacher set name = ${`Renamed ${round}`}
        where organisation_id = ${firstOrganisation} and id = (
          select entity_id from version_teacher where version_id = ${`${firstOrganisation}-v0`}
          order by position limit 1)`.execute(database);
      const renamed = performance.now();
      while (await isWaiting(database, firstOrganisation)) {
        beside.push(await changeOther());
        await sleep(Math.random() * 200);
      }
      renames.push((performance.now() - renamed) / 1000);
      await untilPublished(database);
    }
    return {
      machine: describeMachine(),
      rounds,
      versions,
      alone: quantiles(alone),
      beside: { ...quantiles(beside), changes: beside.length },
      renameSeconds: quantiles(renames),
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
