-- How much one organisation may store: versions, and the bytes of their rows with those of its entities, before compression of long
-- values. The rows of a version are measured when the transaction that inserts it ends, since most come after it. What is edited later
-- counts when the version is inserted again; what a publisher makes of it is bounded in any case. Of versions from before release 0.3.0
-- some are measured with each that is new.
create or replace function @extschema@.bound_versions() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
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
  if versions > 2000 then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('organisation %s has 2000 timetable versions, which is the most; delete some that nobody needs', organisation);
  end if;
  insert into version_size (version_id, bytes)
  select unmeasured.id,
    (select coalesce(sum(pg_column_size(part)), 0) from "timetable_version" part where part.id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_teacher" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_subject" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_class" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_room" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_student" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_course" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "version_room_group" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "bell_schedule" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "bell_day" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "day_configuration" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "period" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "break" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "lesson" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "lesson_group" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "lesson_configuration" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "lesson_unit" part where part.version_id = unmeasured.id)
    + (select coalesce(sum(pg_column_size(part)), 0) from "section" part where part.version_id = unmeasured.id)
  from (
    select version.id from timetable_version version join timetable on timetable.id = version.timetable_id
    where timetable.organisation_id = organisation
      and not exists (select from version_size where version_size.version_id = version.id)
    order by version.id <> new.id limit 20) unmeasured
  on conflict (version_id) do nothing;
  select floor((sum(part.bytes)
      + (select coalesce(sum(pg_column_size(part)), 0) from "teacher" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "subject" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "class" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "room" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "student" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "course" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "room_group" part where part.organisation_id = organisation)
      + (select coalesce(sum(pg_column_size(part)), 0) from "room_group_member" part where part.organisation_id = organisation)) / 1000000)
  into megabytes
  from version_size part join timetable_version version on version.id = part.version_id
  join timetable on timetable.id = version.timetable_id where timetable.organisation_id = organisation;
  if megabytes >= 1000 then
    raise exception using errcode = 'program_limit_exceeded',
      message = format('the timetables of organisation %s take %s MB, and 1000 MB is the most; delete versions that nobody needs', organisation, megabytes);
  end if;
  return null;
end $$;
