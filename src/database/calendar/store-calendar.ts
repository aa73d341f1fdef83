// Replaces the calendar of an organisation, and removes it. The triggers of its tables enqueue what is derived from it.

import type { Insertable } from 'kysely';
import type { Calendar } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';
import type { Tables } from '../tables.ts';

type Lists = 'calendar_term' | 'calendar_closure' | 'calendar_anchor' | 'calendar_exception';

/** The most rows of one statement, whose parameters are limited. */
const atOnce = 1000;

/**
 * Replaces the whole calendar.
 * @param transaction one of its own, so that the calendar is stored as a whole or not at all
 * @param calendar it has been checked: its schema and checkCalendar
 * @param file the text that it was parsed from
 */
export async function storeCalendar(
  transaction: Database,
  organisationId: string,
  { timeZone, schoolDays, counting, terms = [], closures = [], anchors = [], exceptions = [] }: Calendar,
  file: string,
): Promise<void> {
  const calendar = { time_zone: timeZone, school_days: [...schoolDays], counting, file };
  await transaction
    .insertInto('calendar')
    .values({ organisation_id: organisationId, ...calendar })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(calendar))
    .execute();
  const place = (position: number) => ({ organisation_id: organisationId, position });
  await replace(
    transaction,
    'calendar_term',
    organisationId,
    terms.map(({ id, name, firstDay, lastDay }, index) => ({
      ...place(index),
      ...{ id, name, first_day: firstDay, last_day: lastDay },
    })),
  );
  await replace(
    transaction,
    'calendar_closure',
    organisationId,
    closures.map(({ id, name, firstDay, lastDay, classEntityIds = null }, index) => ({
      ...place(index),
      ...{ id, name, first_day: firstDay, last_day: lastDay, class_entity_ids: classEntityIds },
    })),
  );
  await replace(
    transaction,
    'calendar_anchor',
    organisationId,
    anchors.map(({ date, week = null, day = null }, index) => ({ ...place(index), date, week, day })),
  );
  await replace(
    transaction,
    'calendar_exception',
    organisationId,
    exceptions.map(({ date, name, kind, like = {}, countsInCycle = true, periods, classEntityIds = null }, index) => ({
      ...place(index),
      ...{ date, name, kind, counts_in_cycle: kind !== 'runs' || countsInCycle, class_entity_ids: classEntityIds },
      ...{ like_week: like.week ?? null, like_day_of_week: like.dayOfWeek ?? null, like_day: like.day ?? null },
      periods: periods === undefined ? null : JSON.stringify(periods),
    })),
  );
}

async function replace<Table extends Lists>(
  transaction: Database,
  table: Table,
  organisationId: string,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  // All of them have the column; kysely does not follow a union of tables.
  await transaction
    .deleteFrom(table as 'calendar_term')
    .where('organisation_id', '=', organisationId)
    .execute();
  for (let first = 0; first < rows.length; first += atOnce)
    await transaction
      .insertInto(table)
      .values(rows.slice(first, first + atOnce))
      .execute();
}

/** The imported file of the calendar; null when there is none, or the rows were written by SQL. */
export async function readCalendarFile(transaction: Database, organisationId: string): Promise<string | null> {
  const row = await transaction
    .selectFrom('calendar')
    .select('file')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.file ?? null;
}

/** @returns whether there was one */
export async function removeCalendar(database: Database, organisationId: string): Promise<boolean> {
  const removed = await database
    .deleteFrom('calendar')
    .where('organisation_id', '=', organisationId)
    .returning('organisation_id')
    .executeTakeFirst();
  return removed !== undefined;
}
