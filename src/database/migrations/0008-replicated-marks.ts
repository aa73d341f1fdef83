// Where Belfry runs on a logical replica: the apply worker fires no statement triggers, and of row triggers only those
// that are ENABLE ALWAYS (https://www.postgresql.org/docs/current/logical-replication-architecture.html). So the primary
// says by a row in belfry_mark what has changed, and the replica enqueues it when the row arrives.
//
// Its columns are those of pending_change. It has an id of its own kind, since rows of two databases may meet in it.

import { type Kysely, sql } from 'kysely';

const statements = (schema: string) => /* sql */ `
create table ${schema}.belfry_mark (
  id uuid primary key default gen_random_uuid(),
  organisation_id text not null,
  what text not null,
  subject text
);

create function ${schema}.enqueue_mark() returns trigger language plpgsql security definer
  set search_path = pg_catalog, ${schema}, pg_temp as $$
begin
  insert into pending_change (organisation_id, what, subject) values (new.organisation_id, new.what, new.subject)
    on conflict do nothing;
  if new.what in ('access', 'key') then perform pg_notify('belfry_change', new.organisation_id); end if;
  return null;
exception when check_violation then
  -- What has not the form of an id names nothing. In an apply worker an error would end the replication of everything.
  if current_setting('session_replication_role') <> 'replica' then raise; end if;
  raise warning 'belfry_mark: nothing is enqueued by the row %, which does not name what can be published', new.id;
  return null;
end $$;
revoke execute on function ${schema}.enqueue_mark() from public;

create trigger enqueue_mark after insert on ${schema}.belfry_mark
  for each row execute function ${schema}.enqueue_mark();
alter table ${schema}.belfry_mark enable always trigger enqueue_mark;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
