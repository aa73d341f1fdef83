-- A list of names of a document; null where it has none.
create or replace function @extschema@.day_names(list jsonb) returns text[]
language plpgsql immutable set search_path = pg_catalog, @extschema@, pg_temp as $$
begin
  if list is null or jsonb_typeof(list) = 'null' then return null; end if;
  if jsonb_typeof(list) <> 'array' then
    raise exception using errcode = 'invalid_parameter_value', message = 'replace_days: names are given as a list';
  end if;
  return array(select name from jsonb_array_elements_text(list) with ordinality listed(name, place) order by place);
end $$;
