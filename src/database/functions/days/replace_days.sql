-- Replaces what is different on the days from one to another by what the document says, in the form of an import: `changes`, `notes`
-- and `absent`. A row that stays equal is left alone, and where all do, nothing is enqueued. It runs with the rights of the caller.
-- Returns how many rows were inserted, updated and deleted.
create or replace function @extschema@.replace_days(organisation text, from_day integer, to_day integer, document jsonb) returns integer
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  wrong text;
  written integer;
  total integer := 0;
begin
  if organisation is null or from_day is null or to_day is null or document is null or jsonb_typeof(document) <> 'object' then
    raise exception using errcode = 'null_value_not_allowed',
      message = 'replace_days: name an organisation, the first and the last day, and an object';
  end if;
  if to_day < from_day or make_date(to_day / 10000, to_day / 100 % 100, to_day % 100)
      - make_date(from_day / 10000, from_day / 100 % 100, from_day % 100) > 91 then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('replace_days: from %s to %s are not 1 to 92 days', from_day, to_day);
  end if;
  select format('%s entry %s', list, place - 1) into wrong
  from unnest('{changes,notes,absent}'::text[]) list,
    jsonb_array_elements(coalesce(nullif(document -> list, 'null'), '[]')) with ordinality given(entry, place)
  where ((entry ->> 'date')::integer between from_day and to_day) is not true limit 1;
  if wrong is not null then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('replace_days: the date of %s is not from %s to %s', wrong, from_day, to_day);
  end if;
  select format('%s of %s', entry ->> 'ref', entry ->> 'date') into wrong
  from jsonb_array_elements(coalesce(nullif(document -> 'changes', 'null'), '[]')) entry
  group by entry ->> 'ref', entry ->> 'date' having count(*) > 1 limit 1;
  if wrong is not null then
    raise exception using errcode = 'unique_violation', message = format('replace_days: two changes have the ref %s', left(wrong, 120));
  end if;

  with given as materialized (
    select (entry ->> 'date')::integer as date, entry ->> 'ref' as ref,
      lesson ->> 'id' as lesson_id, lesson ->> 'startTime' as lesson_start_time,
      (lesson ->> 'periodIndex')::integer as lesson_period_index,
      day_names(lesson -> 'subjects') as lesson_subjects, day_names(lesson -> 'teachers') as lesson_teachers,
      day_names(lesson -> 'classes') as lesson_classes, day_names(lesson -> 'rooms') as lesson_rooms,
      coalesce((lesson ->> 'wholeLesson')::boolean, false) as whole_lesson,
      coalesce((entry ->> 'cancelled')::boolean, false) as cancelled,
      (entry -> 'moveTo' ->> 'date')::integer as move_date,
      entry -> 'moveTo' ->> 'startTime' as move_start_time, entry -> 'moveTo' ->> 'endTime' as move_end_time,
      day_names(holder -> 'subjects') as subjects, day_names(holder -> 'teachers') as teachers,
      day_names(holder -> 'classes') as classes, day_names(holder -> 'rooms') as rooms,
      nullif(entry ->> 'text', '') as text,
      added ->> 'kind' as added_kind, added ->> 'startTime' as added_start_time, added ->> 'endTime' as added_end_time,
      coalesce((entry ->> 'evenIfClosed')::boolean, false) as even_if_closed
    from jsonb_array_elements(coalesce(nullif(document -> 'changes', 'null'), '[]')) entry
    cross join lateral (select nullif(entry -> 'lesson', 'null') as lesson, nullif(entry -> 'added', 'null') as added) part
    cross join lateral (select coalesce(added, entry) as holder) lists
  ), differing as (
    select * from given
    except
    select date, ref, lesson_id, lesson_start_time, lesson_period_index, lesson_subjects, lesson_teachers, lesson_classes, lesson_rooms,
      whole_lesson, cancelled, move_date, move_start_time, move_end_time, subjects, teachers, classes, rooms, text,
      added_kind, added_start_time, added_end_time, even_if_closed
    from day_change where organisation_id = organisation and date between from_day and to_day
  ), removed as (
    delete from day_change known
    where known.organisation_id = organisation and known.date between from_day and to_day
      and not exists (select from given where given.date = known.date and given.ref = known.ref)
    returning 1
  ), stored as (
    insert into day_change (organisation_id, date, ref, lesson_id, lesson_start_time, lesson_period_index, lesson_subjects,
      lesson_teachers, lesson_classes, lesson_rooms, whole_lesson, cancelled, move_date, move_start_time, move_end_time,
      subjects, teachers, classes, rooms, text, added_kind, added_start_time, added_end_time, even_if_closed)
    select organisation, differing.* from differing
    on conflict (organisation_id, date, ref) do update set
      lesson_id = excluded.lesson_id, lesson_start_time = excluded.lesson_start_time,
      lesson_period_index = excluded.lesson_period_index, lesson_subjects = excluded.lesson_subjects,
      lesson_teachers = excluded.lesson_teachers, lesson_classes = excluded.lesson_classes, lesson_rooms = excluded.lesson_rooms,
      whole_lesson = excluded.whole_lesson, cancelled = excluded.cancelled, move_date = excluded.move_date,
      move_start_time = excluded.move_start_time, move_end_time = excluded.move_end_time,
      subjects = excluded.subjects, teachers = excluded.teachers, classes = excluded.classes, rooms = excluded.rooms,
      text = excluded.text, added_kind = excluded.added_kind, added_start_time = excluded.added_start_time,
      added_end_time = excluded.added_end_time, even_if_closed = excluded.even_if_closed
    returning 1
  )
  select (select count(*) from removed) + (select count(*) from stored) into written;
  total := total + written;

  -- Equal notes of a day are told apart by how many there are.
  with given as materialized (
    select *, row_number() over (partition by date, text, classes order by place) as copy,
      (row_number() over (partition by date order by place) - 1)::integer as position
    from (
      select (entry ->> 'date')::integer as date, entry ->> 'text' as text, day_names(entry -> 'classes') as classes, place
      from jsonb_array_elements(coalesce(nullif(document -> 'notes', 'null'), '[]')) with ordinality listed(entry, place)
    ) note
  ), known as materialized (
    select seq, date, text, classes, position, row_number() over (partition by date, text, classes order by position, seq) as copy
    from day_note where organisation_id = organisation and date between from_day and to_day
  ), matched as materialized (
    select known.seq, given.place, given.position, known.position as former from given join known
      on known.date = given.date and known.text = given.text and known.classes is not distinct from given.classes
      and known.copy = given.copy
  ), removed as (
    delete from day_note where seq in (select seq from known except select seq from matched) returning 1
  ), placed as (
    update day_note set position = matched.position from matched
    where day_note.seq = matched.seq and matched.former <> matched.position returning 1
  ), stored as (
    insert into day_note (organisation_id, date, position, text, classes)
    select organisation, date, position, text, classes from given
    where not exists (select from matched where matched.place = given.place) order by place returning 1
  )
  select (select count(*) from removed) + (select count(*) from placed) + (select count(*) from stored) into written;
  total := total + written;

  with given as materialized (
    select distinct (entry ->> 'date')::integer as date, entry ->> 'kind' as kind, entry ->> 'entity' as entity
    from jsonb_array_elements(coalesce(nullif(document -> 'absent', 'null'), '[]')) entry
  ), removed as (
    delete from day_absence known
    where known.organisation_id = organisation and known.date between from_day and to_day and not exists (
      select from given where given.date = known.date and given.kind = known.kind and given.entity = known.entity)
    returning 1
  ), stored as (
    insert into day_absence (organisation_id, date, kind, entity)
    select organisation, date, kind, entity from given where not exists (
      select from day_absence known where known.organisation_id = organisation
        and known.date = given.date and known.kind = given.kind and known.entity = given.entity)
    returning 1
  )
  select (select count(*) from removed) + (select count(*) from stored) into written;
  return total + written;
end $$;
