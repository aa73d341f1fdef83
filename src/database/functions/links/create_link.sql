-- For dashboards in any language: draws a token, returns it this once, and stores its SHA-256. Where a view replaces a table of
-- entities, the table is empty, and any id is taken.
create or replace function @extschema@.create_link(
  organisation text, kind text, entity text, name text default null, expires timestamptz default null, cancelled text default 'show'
) returns table (id text, token text)
language plpgsql security definer set search_path = pg_catalog, @extschema@, pg_temp as $$
#variable_conflict use_variable
declare
  found_handle text;
  is_there boolean;
  hash text;
begin
  select known.handle into found_handle from organisation known where known.id = create_link.organisation;
  if found_handle is null then
    raise exception using errcode = 'foreign_key_violation',
      message = format('create_link: there is no organisation %L; insert it into the table organisation first', left(organisation, 100));
  end if;
  is_there := case kind
    when 'class' then exists (select from class known where known.organisation_id = organisation and known.id = entity)
      or not exists (select from class known where known.organisation_id = organisation)
    when 'teacher' then exists (select from teacher known where known.organisation_id = organisation and known.id = entity)
      or not exists (select from teacher known where known.organisation_id = organisation)
    when 'room' then exists (select from room known where known.organisation_id = organisation and known.id = entity)
      or not exists (select from room known where known.organisation_id = organisation)
    when 'student' then exists (select from student known where known.organisation_id = organisation and known.id = entity)
      or not exists (select from student known where known.organisation_id = organisation)
  end;
  if is_there is null or entity is null then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_link: name a class, teacher, room or student by its kind and its id';
  end if;
  if not is_there then
    raise exception using errcode = 'foreign_key_violation',
      message = format('create_link: organisation %s has no %s %L; insert it into the table %s first',
        organisation, kind, left(entity, 100), kind);
  end if;
  if name !~ '[^[:space:][:cntrl:]]' or name ~ '[[:cntrl:]]' then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_link: a name must not be blank or have control characters; it may be null';
  end if;
  if cancelled is null or cancelled not in ('show', 'hide') then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'create_link: cancelled is show or hide: whether the feed has lessons that do not take place';
  end if;
  if expires <= clock_timestamp() then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('create_link: the link would have expired at %s; give a later time, or null for never', expires);
  end if;
  id := 'link_' || translate(encode(substring(random_bytes(1) from 1 for 9), 'base64'), '+/', '-_');
  token := link_token_text(found_handle, random_bytes(5));
  -- Not within the statement, whose values a server may log.
  hash := encode(sha256(convert_to(token, 'UTF8')), 'hex');
  insert into link (id, organisation_id, kind, entity_id, name, sha256, expires_at, cancelled)
  values (id, organisation, kind, entity, name, hash, expires, cancelled);
  return next;
end $$;
