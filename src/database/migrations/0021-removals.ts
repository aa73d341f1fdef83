// Lets the queue say that somebody removed something on purpose, in the transaction that removed it: a version by its id, or the
// calendar. What merely disappears may have been lost, so readers keep it until somebody approves its removal.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";

const queue = (schema: string) => /* sql */ `
alter table ${schema}.pending_change
  drop constraint pending_change_what_check,
  drop constraint pending_change_subject,
  add constraint pending_change_what_check
    check (what in ('access', 'key', 'link', 'version', 'list', 'organisation', 'calendar', 'removal')),
  add constraint pending_change_subject check (case what
    when 'version' then subject is not null and subject ~ ${id}
    when 'removal' then subject is not null and subject ~ ${id}
    when 'key' then subject is null or subject ~ '^[0-9a-f]{64}$'
    when 'link' then subject is null or subject ~ '^(after:)?[0-9a-f]{64}$'
    when 'calendar' then subject is null or subject = 'removed'
    else subject is null end);
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(queue(rows[0]?.schema ?? '')).execute(database);
}
