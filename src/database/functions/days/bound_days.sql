-- What an organisation may store: 20000 changes and 2000 notes and absences within 92 days, as one file may hold, and twice as many in
-- all. Within the whole of its days they are only counted.
create or replace function @extschema@.bound_days() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  most integer := case tg_table_name when 'day_change' then 20000 else 2000 end;
  called text := case tg_table_name when 'day_change' then 'changes' when 'day_note' then 'notes' else 'absences' end;
  several record;
  full_from integer;
begin
  for several in execute format($query$
    select organisation_id as owner, count(*) as rows from %I
    where organisation_id in (select organisation_id from changed)
    group by organisation_id having count(*) > $1$query$, tg_table_name) using most
  loop
    execute format($query$
      select date from (
        select date, count(*) over (
          order by make_date(date / 10000, date / 100 %% 100, date %% 100) range between current row and interval '91 days' following
        ) as held from %I where organisation_id = $1
      ) counted where held > $2 order by date limit 1$query$, tg_table_name) into full_from using several.owner, most;
    if full_from is not null then
      raise exception using errcode = 'program_limit_exceeded',
        message = format('organisation %s has more than %s %s within 92 days from %s, and %s is the most; delete some that nobody needs',
          several.owner, most, called, full_from, most);
    end if;
    if several.rows > 2 * most then
      raise exception using errcode = 'program_limit_exceeded',
        message = format('organisation %s has %s %s of days, and %s is the most; delete those of days that nobody needs',
          several.owner, several.rows, called, 2 * most);
    end if;
  end loop;
  return null;
end $$;
