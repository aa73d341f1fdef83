// `bench -- fairness`: how long a school's change takes to a reader while another school renames a teacher of all its
// versions, with `watch` and `serve` as processes of their own.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { openBenchDatabase } from './bench-database.ts';
import { timeToReader } from './caller.ts';
import { changeVersion, createSchools, isWaiting, loadVersion, schoolId, untilPublished } from './many-schools.ts';
import { quantiles } from './quantiles.ts';
import { readFrom, servedFolder, startWatch } from './served-folder.ts';

/** `versions` of the school that renames a teacher, of 1 MB each. */
type Options = { versions: number; rounds: number };
/** Milliseconds from commit to reader, and seconds until a rename was published in all versions. */
type Figures = Options & Record<'alone' | 'beside', number[]> & { renameSeconds: number[] };

const other = 'other';

export async function measure({ versions, rounds }: Options, onStep: (step: string) => void): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  onStep(`making a school of ${versions} versions`);
  await createSchools(database, { schools: 1, versions, units: 1700 });
  const { id } = await loadVersion(database, other, 1700);
  await using served = await servedFolder();
  await using _ = await startWatch(open, served);
  onStep('publishing everything for the first time');
  await untilPublished(database);
  await using reader = await readFrom(served, database, other, id);

  let changes = 0;
  const changeOther = () => timeToReader(reader, () => changeVersion(database, id, `change ${changes++}`));
  const figures: Figures = { versions, rounds, alone: [], beside: [], renameSeconds: [] };
  for (let round = 0; round < rounds; round++) {
    onStep(`round ${round + 1} of ${rounds}`);
    for (let change = 0; change < 5; change++) figures.alone.push(await changeOther());
    await sql`update teacher set name = ${`Renamed ${round}`}
      where organisation_id = ${schoolId(0)} and id = (
        select entity_id from version_teacher where version_id = ${`${schoolId(0)}-v0`}
        order by position limit 1)`.execute(database);
    const renamed = performance.now();
    while (await isWaiting(database, schoolId(0))) {
      figures.beside.push(await changeOther());
      await sleep(Math.random() * 200);
    }
    figures.renameSeconds.push((performance.now() - renamed) / 1000);
    await untilPublished(database);
  }
  return figures;
}

export const report = ({ versions, rounds, alone, beside, renameSeconds }: Figures): string[] => {
  const row = (name: string, times: number[], aim = '') => {
    const { p50, p99, max } = quantiles(times);
    return [name, ...[p50, p99, max].map((time) => time.toFixed(0)), aim];
  };
  return [
    `A school's change to its reader, documents of 1 MB, milliseconds; rounds: ${rounds}`,
    ...table(
      ['', 'p50', 'p99', 'max', 'aim'],
      [
        row('nothing else to publish', alone),
        row(`another renames a teacher of ${versions} versions`, beside, 'at most 1,000'),
      ],
    ),
    `Changes beside the renames: ${beside.length}. A rename took ${quantiles(renameSeconds).p50.toFixed(1)} s (p50).`,
  ];
};
