// The week of a cycle changes on the first day of the school's week, and published calendars say which day that is. So what is
// derived from every calendar is due once.

import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select organisation_id, 'calendar' from calendar
    where exists (select from organisation where organisation.id = calendar.organisation_id)
    on conflict do nothing`.execute(database);
}
