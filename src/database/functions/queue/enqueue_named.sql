-- Adds an entry that somebody names, and refuses an organisation that exists nowhere. A deleted version or key can only be named, since
-- nothing remembers it, so at most 1000 entries for one organisation name one; above that one entry stands for all.
create or replace function @extschema@.enqueue_named(caller text, organisation text, kind text, named text) returns void
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if not is_known_organisation(organisation) then
    raise exception using errcode = 'foreign_key_violation',
      message = format('%s: there is no organisation %s, and nothing of it is published; insert it into the table organisation first, '
        'which enqueues all of its timetables', caller, organisation);
  end if;
  if named is not null
    and not exists (
      select from timetable_version version join timetable on timetable.id = version.timetable_id
      where kind = 'version' and version.id = named and timetable.organisation_id = organisation)
    and not exists (select from api_key where kind = 'key' and sha256 = named)
    and 1000 <= (select count(*) from (
      select from pending_change waiting
      where waiting.organisation_id = organisation and waiting.what = kind limit 1000) alike)
  then
    kind := case kind when 'version' then 'organisation' else kind end;
    named := null;
  end if;
  insert into pending_change (organisation_id, what, subject)
  select organisation, what, named from unnest(case when kind in ('calendar', 'days') then '{calendar,days}' else array[kind] end) what
  on conflict do nothing;
end $$;
