-- Keeps who created and who revoked a link. A revocation is final, and the row of one link does not become that of another.
create or replace function @extschema@.record_link_authors() returns trigger
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := author();
    new.revoked_by := case when new.revoked_at is not null then author() end;
    return new;
  end if;
  if (new.id, new.organisation_id, new.kind, new.entity_id, new.sha256)
    <> (old.id, old.organisation_id, old.kind, old.entity_id, old.sha256) then
    raise exception using errcode = 'restrict_violation',
      message = format('link %s cannot become another link; create a new one and revoke this one', old.id);
  end if;
  if old.revoked_at is not null and new.revoked_at is null then
    raise exception using errcode = 'restrict_violation',
      message = format('link %s stays revoked, since others may know it; create a new one', old.id);
  end if;
  new.created_by := old.created_by;
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
    new.revoked_by := old.revoked_by;
  else
    new.revoked_by := case when new.revoked_at is not null then author() end;
  end if;
  return new;
end $$;
