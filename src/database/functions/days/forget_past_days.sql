-- Removes what was different on days whose week ended more than four weeks ago, at most 10000 rows of each kind at a time: nobody's
-- absences become a history. A lesson that was moved is kept until the week is over in which it took place. Returns how many.
create or replace function @extschema@.forget_past_days() returns integer
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  first_kept integer := to_char(date_trunc('week', now() at time zone 'UTC') - interval '28 days', 'YYYYMMDD');
  forgotten integer := 0;
  removed integer;
begin
  delete from day_change where (organisation_id, date, ref) in (
    select organisation_id, date, ref from day_change
    where date < first_kept and (move_date is null or move_date < first_kept) limit 10000);
  get diagnostics removed = row_count;
  forgotten := forgotten + removed;
  delete from day_note where seq in (select seq from day_note where date < first_kept limit 10000);
  get diagnostics removed = row_count;
  forgotten := forgotten + removed;
  delete from day_absence where (organisation_id, date, kind, entity) in (
    select organisation_id, date, kind, entity from day_absence where date < first_kept limit 10000);
  get diagnostics removed = row_count;
  return forgotten + removed;
end $$;
