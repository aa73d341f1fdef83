// `bench -- bulk`: what large changes of lesson units cost with Belfry's triggers against without, and how many queue entries
// they leave.

import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { openBenchDatabase } from './bench-database.ts';
import { type Compared, compareTriggers, moveUnit, type Unit } from './compare-triggers.ts';
import { createSchools } from './many-schools.ts';

type Options = { schools: number; rows: number; rounds: number };
/** Seconds, commit included. `entries` are what the change left in the queue; each of the `versions` needs one. */
type Load = Compared & { name: string; aim: string; rows: number; versions: number; entries: number };
type Figures = { rounds: number; schools: number; loads: Load[] };

/** @param rows how many units the first two changes move; the third moves all */
export async function measure({ schools, rows, rounds }: Options, onStep: (step: string) => void): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  const client = await open.connect();
  onStep(`making ${schools} schools`);
  // About as many lesson units as a small school's version has.
  await createSchools(database, { schools, versions: 3, units: 300 });
  const all = sql<Unit>`select version_id, local_id from lesson_unit`;
  const some = sql<Unit>`${all} order by version_id, local_id limit ${rows}`;
  const units = (await some.execute(database)).rows;
  const move = sql`update lesson_unit set period_index = (period_index + 1) % 8`;
  const changes = [
    {
      name: 'a statement for each row, one transaction',
      aim: 'at most 1.5',
      moved: some,
      async change() {
        await client.query('begin');
        for (const unit of units) await moveUnit(client, unit);
        await client.query('commit');
      },
    },
    {
      name: 'the same rows in one statement',
      aim: 'at most 1.3',
      moved: some,
      change: () => sql`${move} where (version_id, local_id) in (${some})`.execute(database),
    },
    { name: 'every unit in one statement', aim: 'at most 1.3', moved: all, change: () => move.execute(database) },
  ];
  const loads: Load[] = [];
  for (const { name, aim, moved, change } of changes) {
    let entries = 0;
    const compared = await compareTriggers(database, rounds, async (hasTriggers) => {
      onStep(`${name}, ${hasTriggers ? 'with' : 'without'} triggers`);
      const started = performance.now();
      await change();
      const seconds = (performance.now() - started) / 1000;
      if (!hasTriggers) return seconds;
      await moveChangedVersions(database);
      const left = await sql<{ count: number }>`select count(*)::integer as count from pending_change`.execute(
        database,
      );
      entries = left.rows[0]?.count ?? 0;
      return seconds;
    });
    const counted = await sql<{ rows: number; versions: number }>`
      select count(*)::integer as rows, count(distinct version_id)::integer as versions from (${moved}) moved`.execute(
      database,
    );
    loads.push({ name, aim, ...(counted.rows[0] ?? { rows: 0, versions: 0 }), entries, ...compared });
  }
  return { rounds, schools, loads };
}

export const report = ({ rounds, schools, loads }: Figures): string[] => [
  `Unit moves in one transaction, ${schools} schools, seconds, medians; rounds: ${rounds}`,
  ...table(
    ['', 'rows', 'with triggers', 'without', 'ratio', 'aim', 'versions', 'queue entries'],
    loads.map(({ name, aim, rows, withTriggers, without, ratio, versions, entries }) => [
      ...[name, String(rows), withTriggers.toFixed(2), without.toFixed(2), ratio.toFixed(2), aim],
      ...[versions, entries].map(String),
    ]),
  ),
];
