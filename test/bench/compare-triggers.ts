// The same changes of lesson units with Belfry's triggers and without them, in the same database.

import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../src/database/connect/open-database.ts';
import { quantiles } from './quantiles.ts';

/** Medians over the rounds; `ratio` is the median of the rounds' ratios, with triggers against without. */
export type Compared = { withTriggers: number; without: number; ratio: number };

/**
 * Each round measures both, with triggers first in every other round; a round before the first is not counted.
 * @param measure changes units and gives the figure
 */
export async function compareTriggers(
  database: Database,
  rounds: number,
  measure: (hasTriggers: boolean) => Promise<number>,
): Promise<Compared> {
  const figures = { withTriggers: [] as number[], without: [] as number[], ratio: [] as number[] };
  async function measureWith(hasTriggers: boolean): Promise<number> {
    await sql`truncate pending_change, changed_version`.execute(database);
    await sql`vacuum analyze lesson_unit`.execute(database);
    if (hasTriggers) return measure(true);
    await sql`alter table lesson_unit disable trigger user`.execute(database);
    try {
      return await measure(false);
    } finally {
      await sql`alter table lesson_unit enable trigger user`.execute(database);
    }
  }
  for (let round = 0; round <= rounds; round++) {
    const first = await measureWith(round % 2 === 1);
    const second = await measureWith(round % 2 === 0);
    if (round === 0) continue;
    const [withTriggers, without] = round % 2 === 1 ? [first, second] : [second, first];
    figures.withTriggers.push(withTriggers);
    figures.without.push(without);
    figures.ratio.push(withTriggers / without);
  }
  return {
    withTriggers: quantiles(figures.withTriggers).p50,
    without: quantiles(figures.without).p50,
    ratio: quantiles(figures.ratio).p50,
  };
}

export type Unit = { version_id: string; local_id: string };

/** Moves a lesson unit to the next period, by a prepared statement as an editor does it. */
export async function moveUnit(client: pg.Client, { version_id, local_id }: Unit): Promise<void> {
  const text = 'update lesson_unit set period_index = (period_index + 1) % 8 where version_id = $1 and local_id = $2';
  const { rowCount } = await client.query({ name: 'move', text, values: [version_id, local_id] });
  if (rowCount !== 1) throw new Error(`there is no unit ${local_id} in version ${version_id}`);
}
