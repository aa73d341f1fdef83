-- Two rows of an organisation must not have the same public id, of which only one can begin with the handle. Who inserts the plain one
-- holds the key of its timetable, or of its organisation, until the end of the transaction; the other waits for it, and sees it then.
-- Its triggers are deferred, so that these locks last a moment.
create or replace function @extschema@.assert_own_id(relation text, row_id text, owner text) returns void
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  prefix text;
  twin text;
begin
  select handle || '.' into prefix from organisation where organisation.id = owner;
  if strpos(row_id, '.') = 0 then
    twin := prefix || row_id;
  elsif starts_with(row_id, prefix) then
    twin := substr(row_id, strpos(row_id, '.') + 1);
    perform from organisation where organisation.id = owner for update;
    perform from timetable where organisation_id = owner order by id for update;
  else
    raise exception using errcode = 'check_violation',
      message = format('%s %s is of organisation %s, so before the dot of its id only %s may stand, the handle of that organisation',
        relation, row_id, owner, rtrim(prefix, '.'));
  end if;
  if (case relation -- in parentheses, which hide its THEN from plpgsql
    when 'timetable' then exists (select from timetable where id = twin and organisation_id = owner)
    else exists (
      select from timetable_version version join timetable on timetable.id = version.timetable_id
      where version.id = twin and timetable.organisation_id = owner)
  end) then
    raise exception using errcode = 'unique_violation',
      message = format('organisation %s has the %s %s already, in the row %s', owner, relation, substr(row_id, strpos(row_id, '.') + 1), twin);
  end if;
end $$;
