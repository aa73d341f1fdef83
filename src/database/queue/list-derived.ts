// Lists the organisations of which something follows from documents and calendar that is due: their days at once, all else when
// changes were gathered for a moment. Both become due by time as well. A statement of its own, since nobody commits anything when a week ends.

import { type RawBuilder, sql } from 'kysely';
import { isOrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import {
  type DerivedWork,
  millisecondsUntil,
  mostListed,
  type PendingOrganisation,
  whatOf,
} from './pending-changes.ts';

/** Changes are due when there was none for `wait` milliseconds, or `maxWait` after the first. */
const debounce: Record<DerivedWork, { wait: number; maxWait: number }> = {
  days: { wait: 0, maxWait: 0 },
  derived: { wait: 1_000, maxWait: 10_000 },
};

/** Milliseconds before the end of a validity from which an organisation is listed. */
const lookahead = 60_000;

/**
 * Milliseconds for which the clock may be behind the beginning of a validity. Of two publishers whose clocks differ a little,
 * one derives a new week that has not begun for the other; without this they would derive by turns until it has.
 */
const clockTolerance = 60_000;

/** The publisher's clock, in milliseconds since 1970, and the release of its time-zone data. */
export type DerivedClock = { now: number; tzdata: string };

/**
 * Organisations with such work, those that are due first; of these, alternating, one that somebody changed and one whose time
 * has come, so that neither waits for many of the other. One that failed is due at its next attempt.
 *
 * Without a change an organisation is due when its clock has left the time for which what was derived is right, forwards or
 * backwards; when it was derived by older time-zone data; and when it has a calendar and nothing was ever derived. Before its first
 * documents are published nothing can be derived: then none is due, and its changes stay.
 * @param limit the most organisations to return; a later call finds the others
 */
export async function listDerived(
  database: Database,
  work: DerivedWork,
  { now, tzdata }: DerivedClock,
  limit = mostListed,
): Promise<PendingOrganisation[]> {
  const moment = (milliseconds: number) => sql`${new Date(milliseconds).toISOString()}::timestamptz`;
  const hasDocuments = (table: string) => sql`exists (
    select from publish_lease documents
    where documents.organisation_id = ${sql.ref(`${table}.organisation_id`)}
      and documents.kind = 'documents' and documents.fence is not null)`;
  // Each condition by itself uses its index.
  const byTime = (condition: RawBuilder<unknown>, dueIn: RawBuilder<unknown>) => sql`
    select organisation_id, true as is_by_time, ${dueIn} as due_in from publish_lease
    where kind = ${work} and ${condition}
      and not exists (select from held_removal held where held.organisation_id = publish_lease.organisation_id)`;
  const { wait, maxWait } = debounce[work];
  const { rows } = await sql<{ id: string; dueIn: number }>`
    with due as (
      select organisation_id, false as is_by_time, ${millisecondsUntil(sql`least(
        max(changed_at) + ${sql.lit(`${wait} milliseconds`)}::interval,
        min(changed_at) + ${sql.lit(`${maxWait} milliseconds`)}::interval)`)} as due_in
      from pending_change changed
      -- As a literal, which the index of such changes needs.
      where what = ${sql.lit(whatOf[work][0])} and (${hasDocuments('changed')}
        or not exists (select from organisation where id = changed.organisation_id))
      group by organisation_id
      union all
      ${byTime(
        sql`valid_until <= ${moment(now + lookahead)}`,
        sql`(extract(epoch from valid_until - ${moment(now)}) * 1000)::double precision`,
      )}
      union all ${byTime(sql`valid_from > ${moment(now + clockTolerance)}`, sql`0`)}
      union all ${byTime(sql`tzdata collate "C" < ${tzdata}`, sql`0`)}
      union all
      select organisation_id, true, 0 from calendar
      where not exists (
        select from publish_lease lease
        where lease.organisation_id = calendar.organisation_id and lease.kind = ${work} and lease.valid_until is not null)
        and ${hasDocuments('calendar')}
    ), organisation_due as (
      select due.organisation_id, bool_and(is_by_time) as is_by_time,
        greatest(min(due_in), extract(epoch from max(lease.retry_at) - clock_timestamp()) * 1000)::double precision as due_in
      from due
      left join publish_lease lease on lease.organisation_id = due.organisation_id and lease.kind = ${work}
      group by due.organisation_id
    )
    select organisation_id as id, due_in as "dueIn"
    from (
      select *, row_number() over (partition by due_in > 0, is_by_time order by due_in, organisation_id) as place
      from organisation_due
    ) placed
    order by due_in > 0, case when due_in > 0 then due_in end, place, is_by_time limit ${sql.lit(limit)}`.execute(
    database,
  );
  return rows.flatMap(({ id, dueIn }) => (isOrganisationId(id) ? [{ organisationId: id, isLarge: false, dueIn }] : []));
}
