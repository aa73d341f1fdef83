// How many lesson units editors of different schools move in a second, each move a transaction of its own, with Belfry's
// triggers and without, in published versions and in drafts.

import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../src/database/connect/open-database.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { describeMachine } from '../machine.ts';
import { createSchools, schoolId } from '../many-schools.ts';
import { type Compared, compareTriggers } from './compare-triggers.ts';
import { moveUnit } from './move-unit.ts';

/** Moves a second. */
export type EditorFigures = {
  machine: string;
  rounds: number;
  seconds: number;
  editors: number;
  published: Compared;
  drafts: Compared;
};

const editors = 8;

/** @param seconds of each load of each round */
export async function measureEditors(
  rounds: number,
  seconds: number,
  onStep: (step: string) => void,
): Promise<EditorFigures> {
  const open = await openBenchDatabase();
  const { database, connectionString } = open;
  const clients = Array.from({ length: editors }, () => new pg.Client({ connectionString }));
  try {
    onStep(`making ${editors} schools`);
    await createSchools(open, { schools: editors, versions: 2, units: 1700 });
    await sql`update timetable_version set status = 'draft', published_at = null, effective_from = null, is_current = false
      where id like '%-v1'`.execute(database);
    for (const client of clients) await client.connect();

    async function compare(name: string, version: string): Promise<Compared> {
      const units = await unitsOf(database, `${schoolId(0)}-${version}`);
      return compareTriggers(database, rounds, async (hasTriggers) => {
        onStep(`${name}, ${hasTriggers ? 'with' : 'without'} triggers`);
        const started = performance.now();
        const moves = await Promise.all(
          clients.map((client, index) =>
            moveUnits(client, `${schoolId(index)}-${version}`, units, started + seconds * 1000),
          ),
        );
        return moves.reduce((sum, count) => sum + count) / ((performance.now() - started) / 1000);
      });
    }
    return {
      machine: describeMachine(),
      rounds,
      seconds,
      editors,
      published: await compare('published versions', 'v0'),
      drafts: await compare('drafts', 'v1'),
    };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await open.close();
  }
}

/** The schools are copies of one, so their units have the same ids. */
async function unitsOf(database: Database, version: string): Promise<string[]> {
  const rows = await database.selectFrom('lesson_unit').select('local_id').where('version_id', '=', version).execute();
  return rows.map(({ local_id }) => local_id);
}

/** Moves one unit after another until the moment that `performance.now()` gives. @returns how many */
async function moveUnits(client: pg.Client, version: string, units: readonly string[], end: number): Promise<number> {
  let moves = 0;
  for (; performance.now() < end; moves++) {
    const local_id = units[Math.floor(Math.random() * units.length)] ?? '';
    await moveUnit(client, { version_id: version, local_id });
  }
  return moves;
}
