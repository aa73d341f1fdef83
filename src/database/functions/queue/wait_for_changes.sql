-- Waits inside the server until something is committed that a publisher has not seen. That follows from the snapshot of its last look
-- (pg_snapshot, https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT): an entry is new if its
-- transaction was still running then, or began later. So entries that were cleared since, whose dead rows an old snapshot may keep,
-- are never read again. An entry of a restored dump may bear an id that this server has not reached yet, which would look new for
-- ever; such ids are left to the publisher's regular reading of the whole queue.
--
-- While the snapshot stays the same, no table is looked at. The loop has expressions instead of statements, which PL/pgSQL
-- evaluates without preparing a query.
create or replace function @extschema@.wait_for_changes(
  work text, seen pg_snapshot, milliseconds integer, pause double precision, out has_new boolean, out now_seen pg_snapshot
)
language plpgsql set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  ends timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
  first_unseen xid8 := pg_snapshot_xmax(seen);
  unfinished xid8[] := array(select pg_snapshot_xip(seen));
  first_unused xid8;
  looked_at text := seen::text;
begin
  -- One would read all dead rows; the planner may prefer it for a table that looks empty.
  perform set_config('enable_seqscan', 'off', true);
  has_new := false;
  loop
    -- Each statement and expression of a volatile function has a snapshot of its own.
    now_seen := pg_current_snapshot();
    if now_seen::text <> looked_at then
      looked_at := now_seen::text;
      first_unused := pg_snapshot_xmax(now_seen);
      if work = 'access' then
        has_new :=
          exists (
            select from pending_change
            where transaction_id >= first_unseen and transaction_id < first_unused and what in ('access', 'key', 'link')
          )
          or exists (select from pending_change where transaction_id = any(unfinished) and what in ('access', 'key', 'link'));
      elsif work = 'days' then
        has_new :=
          exists (
            select from pending_change
            where transaction_id >= first_unseen and transaction_id < first_unused and what = 'days'
          )
          or exists (select from pending_change where transaction_id = any(unfinished) and what = 'days');
      elsif work = 'derived' then
        has_new :=
          exists (
            select from pending_change
            where transaction_id >= first_unseen and transaction_id < first_unused and what = 'calendar'
          )
          or exists (select from pending_change where transaction_id = any(unfinished) and what = 'calendar');
      else
        has_new :=
          exists (select from changed_version where transaction_id >= first_unseen and transaction_id < first_unused)
          or exists (select from changed_version where transaction_id = any(unfinished))
          or exists (
            select from pending_change
            where transaction_id >= first_unseen and transaction_id < first_unused and what in ('version', 'list', 'organisation')
          )
          or exists (select from pending_change where transaction_id = any(unfinished) and what in ('version', 'list', 'organisation'));
      end if;
    end if;
    exit when has_new or clock_timestamp() >= ends;
    exit when pg_sleep(pause) is null; -- which it never is
  end loop;
end $$;
