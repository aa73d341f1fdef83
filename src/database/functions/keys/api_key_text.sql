-- The text of a key, in the form of src/access/api-key.ts, byte for byte. A table of examples in src/database/README.md is tested
-- against both.
create or replace function @extschema@.api_key_text(handle text, random bytea) returns text
language plpgsql immutable strict set search_path = pg_catalog, @extschema@, pg_temp as $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  secret text := '';
  digits text := '';
  checked bytea;
  crc bigint := 4294967295;
  byte integer;
begin
  for position in 0 .. length(random) - 1 loop
    exit when length(secret) = 32;
    byte := get_byte(random, position);
    -- 248 is the largest multiple of 62 in a byte; larger bytes would favour the first letters.
    if byte < 248 then secret := secret || substr(alphabet, byte % 62 + 1, 1); end if;
  end loop;
  if length(secret) < 32 then
    raise exception using errcode = 'internal_error', message = 'too few random bytes for a key; call the function again';
  end if;
  checked := convert_to(handle || secret, 'UTF8');
  for position in 0 .. length(checked) - 1 loop
    crc := crc # get_byte(checked, position);
    for bit in 1 .. 8 loop
      crc := case crc & 1 when 1 then (crc >> 1) # 3988292384 else crc >> 1 end; -- CRC-32, RFC 1952 section 8
    end loop;
  end loop;
  crc := crc # 4294967295;
  for position in 1 .. 6 loop
    digits := substr(alphabet, (crc % 62)::integer + 1, 1) || digits;
    crc := crc / 62;
  end loop;
  return 'belfry_' || handle || secret || digits;
end $$;
