// Reads the calendar of an organisation from its rows, in the form of the file that is imported and exported.

import { sql } from 'kysely';
import { spellZone } from '../../calendar/check/spell-zone.ts';
import type { BellTime, Calendar, Exception } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';

/** One more of each than the schema allows, so that too many are found, and no more are read. */
const mostRead = { terms: 201, closures: 2001, anchors: 1001, exceptions: 4001 };

/**
 * The calendar with all of its lists, each in its order, and the fields in the order in which the guide describes them; null when
 * the organisation has none. Rows that were written by SQL may break rules that no constraint knows, so it is yet to be checked.
 * @param transaction REPEATABLE READ where others may write meanwhile, so that the rows are of one moment
 */
export async function readCalendar(transaction: Database, organisationId: string): Promise<Required<Calendar> | null> {
  const calendar = await transaction
    .selectFrom('calendar')
    .select(['time_zone', 'school_days', 'counting'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (calendar === undefined) return null;
  return {
    timeZone: spellZone(calendar.time_zone),
    schoolDays: calendar.school_days,
    terms: await readTerms(transaction, organisationId),
    closures: await readClosures(transaction, organisationId),
    counting: calendar.counting as Calendar['counting'], // by the constraint of its column
    anchors: await readAnchors(transaction, organisationId),
    exceptions: await readExceptions(transaction, organisationId),
  };
}

const readTerms = (transaction: Database, organisationId: string): Promise<Required<Calendar>['terms']> =>
  transaction
    .selectFrom('calendar_term')
    .limit(mostRead.terms)
    .select(['id', 'name', 'first_day as firstDay', 'last_day as lastDay'])
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .orderBy('first_day')
    .orderBy(sql`id collate "C"`)
    .execute();

const readClosures = (transaction: Database, organisationId: string): Promise<Required<Calendar>['closures']> =>
  transaction
    .selectFrom('calendar_closure')
    .limit(mostRead.closures)
    .select(['id', 'name', 'first_day as firstDay', 'last_day as lastDay', 'class_entity_ids as classEntityIds'])
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .orderBy('first_day')
    .orderBy(sql`id collate "C"`)
    .execute();

async function readAnchors(transaction: Database, organisationId: string): Promise<Required<Calendar>['anchors']> {
  const rows = await transaction
    .selectFrom('calendar_anchor')
    .limit(mostRead.anchors)
    .select(['date', 'week', 'day'])
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .orderBy('date')
    .execute();
  return rows.map(({ date, week, day }) => ({ date, ...given({ week, day }) }));
}

async function readExceptions(
  transaction: Database,
  organisationId: string,
): Promise<Required<Calendar>['exceptions']> {
  const rows = await transaction
    .selectFrom('calendar_exception')
    .limit(mostRead.exceptions)
    .select(['date', 'name', 'kind', 'periods', 'counts_in_cycle as countsInCycle'])
    .select(['like_week as week', 'like_day_of_week as dayOfWeek', 'like_day as day'])
    .select('class_entity_ids as classEntityIds')
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .orderBy('date')
    .orderBy('seq')
    .execute();
  return rows.map(({ date, name, kind, periods, countsInCycle, week, dayOfWeek, day, classEntityIds }) => ({
    date,
    name,
    kind: kind as Exception['kind'], // by the constraint of its column
    ...(kind === 'runs' && { like: given({ week, dayOfWeek, day }), countsInCycle }),
    // The constraint of the column says their form; jsonb has an order of its own.
    ...(periods !== null && { periods: (periods as readonly unknown[] as BellTime[]).map(inOrder) }),
    classEntityIds,
  }));
}

const inOrder = ({ periodIndex, startTime, endTime }: BellTime): BellTime => ({ periodIndex, startTime, endTime });

/** The fields that are not null. */
const given = <Field extends string>(fields: Record<Field, number | null>): Partial<Record<Field, number>> =>
  // Its keys are those of the parameter, which entries do not tell.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Record<Field, number>>;
