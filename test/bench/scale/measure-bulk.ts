// What large changes of lesson units cost with Belfry's triggers against without, and how many queue entries they leave.

import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../../src/database/queue/changed-versions.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { describeMachine } from '../machine.ts';
import { createSchools } from '../many-schools.ts';
import { type Compared, compareTriggers } from './compare-triggers.ts';
import { moveUnit, type Unit } from './move-unit.ts';

/** Seconds, commit included. `entries` are what the change left in the queue; each version needs one. */
type Load = Compared & { name: string; rows: number; versions: number; entries: number };

export type BulkFigures = { machine: string; rounds: number; schools: number; loads: Load[] };

/** About as many lesson units as a small school's version has. */
const size = { versions: 3, units: 300 };

/** @param rows how many units the first two changes move; the third moves all */
export async function measureBulk(
  { schools, rows, rounds }: { schools: number; rows: number; rounds: number },
  onStep: (step: string) => void,
): Promise<BulkFigures> {
  const open = await openBenchDatabase();
  const { database } = open;
  const client = new pg.Client({ connectionString: open.connectionString });
  try {
    await client.connect();
    onStep(`making ${schools} schools`);
    await createSchools(open, { schools, ...size });
    const someUnits = sql<Unit>`select version_id, local_id from lesson_unit order by version_id, local_id limit ${rows}`;
    const allUnits = sql<Unit>`select version_id, local_id from lesson_unit`;
    const units = (await someUnits.execute(database)).rows;
    const move = sql`update lesson_unit set period_index = (period_index + 1) % 8`;

    async function measure(name: string, units: RawBuilder<Unit>, change: () => Promise<unknown>): Promise<Load> {
      let entries = 0;
      const compared = await compareTriggers(database, rounds, async (hasTriggers) => {
        onStep(`${name}, ${hasTriggers ? 'with' : 'without'} triggers`);
        const started = performance.now();
        await change();
        const seconds = (performance.now() - started) / 1000;
        if (hasTriggers) entries = await countEntries(database);
        return seconds;
      });
      const counted = await sql<{ rows: number; versions: number }>`
        select count(*)::integer as rows, count(distinct version_id)::integer as versions
        from (${units}) moved`.execute(database);
      return { name, ...(counted.rows[0] ?? { rows: 0, versions: 0 }), entries, ...compared };
    }
    const execute = (statement: RawBuilder<unknown>) => () => statement.execute(database);
    return {
      machine: describeMachine(),
      rounds,
      schools,
      loads: [
        await measure('a statement for each row, one transaction', someUnits, () => moveOneByOne(client, units)),
        await measure(
          'the same rows in one statement',
          someUnits,
          execute(sql`${move} where (version_id, local_id) in (${someUnits})`),
        ),
        await measure('every unit in one statement', allUnits, execute(move)),
      ],
    };
  } finally {
    await client.end();
    await open.close();
  }
}

async function moveOneByOne(client: pg.Client, units: readonly Unit[]): Promise<void> {
  await client.query('begin');
  for (const unit of units) await moveUnit(client, unit);
  await client.query('commit');
}

async function countEntries(database: Database): Promise<number> {
  await moveChangedVersions(database);
  const { count } = await database
    .selectFrom('pending_change')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
