// `bench -- editors`: how many lesson units editors of different schools move in a second, each move a transaction of its own,
// with Belfry's triggers and without, in published versions and in drafts.

import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { openBenchDatabase } from './bench-database.ts';
import { type Compared, compareTriggers, moveUnit } from './compare-triggers.ts';
import { createSchools, schoolId } from './many-schools.ts';

/** `seconds` of each load of each round. */
type Options = { rounds: number; seconds: number };
/** Moves a second. */
type Figures = Options & { editors: number; loads: (Compared & { name: string })[] };

const editors = 8;

export async function measure({ rounds, seconds }: Options, onStep: (step: string) => void): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  const clients = await Promise.all(Array.from({ length: editors }, () => open.connect()));
  onStep(`making ${editors} schools`);
  await createSchools(database, { schools: editors, versions: 2, units: 1700 });
  await sql`update timetable_version set status = 'draft', published_at = null, effective_from = null, is_current = false
    where id like '%-v1'`.execute(database);
  const loads: Figures['loads'] = [];
  for (const [name, version] of [
    ['published versions', 'v0'],
    ['drafts', 'v1'],
  ] as const) {
    // The schools are copies of one, so their units have the same ids.
    const units = await database
      .selectFrom('lesson_unit')
      .select('local_id')
      .where('version_id', '=', `${schoolId(0)}-${version}`)
      .execute();
    const compared = await compareTriggers(database, rounds, async (hasTriggers) => {
      onStep(`${name}, ${hasTriggers ? 'with' : 'without'} triggers`);
      const started = performance.now();
      let moves = 0;
      const edit = clients.map(async (client, index) => {
        for (; performance.now() < started + seconds * 1000; moves++) {
          const { local_id = '' } = units[Math.floor(Math.random() * units.length)] ?? {};
          await moveUnit(client, { version_id: `${schoolId(index)}-${version}`, local_id });
        }
      });
      await Promise.all(edit);
      return moves / ((performance.now() - started) / 1000);
    });
    loads.push({ name, ...compared });
  }
  return { rounds, seconds, editors, loads };
}

export const report = ({ rounds, seconds, loads }: Figures): string[] => [
  `Unit moves a second of ${editors} editors of different schools, medians; rounds: ${rounds}, each load ${seconds} s`,
  ...table(
    ['', 'with triggers', 'without', 'ratio', 'aim'],
    loads.map(({ name, withTriggers, without, ratio }) => [
      ...[name, withTriggers.toFixed(0), without.toFixed(0), ratio.toFixed(2), 'at least 0.75'],
    ]),
  ),
];
