// How much one organisation may store, as its keys and its links are bounded, so that nobody who administers one can fill the
// database of all: timetables, versions, and the bytes of their rows with those of the organisation's entities.
//
// The rows of a version are measured when the transaction that inserts the version ends, since most of them come after it: an
// import inserts a version anew. What is edited later counts when the version is inserted again; what a publisher makes of a
// version is bounded in any case. Bytes are PostgreSQL's own, before compression of long values.

import { type Kysely, sql } from 'kysely';

/** Of one organisation: timetables, versions, and megabytes. */
const most = { timetables: 2_000, versions: 2_000, megabytes: 1_000 };

/** How many versions from before this migration are measured at a time, with one that is new. */
const measuredAtOnce = 20;

const ofVersion = [
  ...['version_teacher', 'version_subject', 'version_class', 'version_room', 'version_student', 'version_course'],
  ...['version_room_group', 'bell_schedule', 'bell_day', 'day_configuration', 'period', 'break'],
  ...['lesson', 'lesson_group', 'lesson_configuration', 'lesson_unit', 'section'],
];
const ofOrganisation = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group', 'room_group_member'];

const sizeOf = (table: string, condition: string) =>
  `(select coalesce(sum(pg_column_size(part)), 0) from "${table}" part where ${condition})`;

const statements = (schema: string, options: string) => /* sql */ `
create table ${schema}.version_size (
  version_id text primary key references ${schema}.timetable_version on delete cascade,
  bytes bigint not null check (bytes >= 0)
);

create function ${schema}.bound_versions() returns trigger language plpgsql security definer ${options} as $$
declare
  organisation text;
  versions bigint;
  megabytes bigint;
begin
  select timetable.organisation_id into organisation
  from timetable_version version join timetable on timetable.id = version.timetable_id where version.id = new.id;
  if organisation is null then return null; end if; -- it was deleted since
  select count(*) into versions
  from timetable_version version join timetable on timetable.id = version.timetable_id
  where timetable.organisation_id = organisation;
  if versions > ${most.versions} then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has ${most.versions} timetable versions, which is the most; delete some that nobody needs', organisation);
  end if;
  insert into version_size (version_id, bytes)
  select unmeasured.id, ${sizeOf('timetable_version', 'part.id = unmeasured.id')}
    ${ofVersion.map((table) => `+ ${sizeOf(table, 'part.version_id = unmeasured.id')}`).join('\n    ')}
  from (
    select version.id from timetable_version version join timetable on timetable.id = version.timetable_id
    where timetable.organisation_id = organisation
      and not exists (select from version_size where version_size.version_id = version.id)
    order by version.id <> new.id limit ${measuredAtOnce}) unmeasured
  on conflict (version_id) do nothing;
  select floor((sum(part.bytes) ${ofOrganisation.map((table) => `+ ${sizeOf(table, 'part.organisation_id = organisation')}`).join('\n    ')}) / 1000000)
  into megabytes
  from version_size part join timetable_version version on version.id = part.version_id
  join timetable on timetable.id = version.timetable_id where timetable.organisation_id = organisation;
  if megabytes >= ${most.megabytes} then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('the timetables of organisation %s take %s MB, and ${most.megabytes} MB is the most; delete versions that nobody needs', organisation, megabytes);
  end if;
  return null;
end $$;
create constraint trigger bound_versions after insert or update of timetable_id on ${schema}.timetable_version
  deferrable initially deferred for each row execute function ${schema}.bound_versions();

create function ${schema}.bound_timetables() returns trigger language plpgsql security definer ${options} as $$
declare full_one text;
begin
  select organisation_id into full_one from timetable
  where organisation_id in (select organisation_id from changed)
  group by organisation_id having count(*) > ${most.timetables} limit 1;
  if full_one is not null then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has ${most.timetables} timetables, which is the most; delete some that nobody needs', full_one);
  end if;
  return null;
end $$;
create trigger bound_timetables_inserted after insert on ${schema}.timetable
  referencing new table as changed for each statement execute function ${schema}.bound_timetables();
create trigger bound_timetables_updated after update on ${schema}.timetable
  referencing new table as changed for each statement execute function ${schema}.bound_timetables();
revoke execute on function ${schema}.bound_versions(), ${schema}.bound_timetables() from public;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  await sql.raw(statements(schema, `set search_path = pg_catalog, ${schema}, pg_temp`)).execute(database);
}
