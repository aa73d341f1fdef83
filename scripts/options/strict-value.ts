// Parses values of settings and options strictly: an invalid value is an error, never a guess. The error shows the value,
// unless it is a secret.

import { SettingError } from '../../src/errors.ts';
import { parseCorsOrigins } from '../../src/serve/http/cors.ts';

export type ValueForm<Value> = {
  /** The allowed values; completes "PORT must be ...". */
  allowed: string;
  /** @returns null for an invalid value */
  parse: (text: string) => Value | null;
  /** Whether the value must never be shown. */
  secret?: boolean;
};

/** @throws SettingError for an invalid value */
export function readValue<Value>(name: string, { parse, allowed, secret = false }: ValueForm<Value>, text: string) {
  const value = parse(text);
  if (value !== null) return value;
  // A URL with a password may have been pasted into any setting.
  const actual = secret ? '; its value is not shown' : `, not ${text.replace(/\/\/.*@/s, '//...@')}`;
  throw new SettingError(`${name} must be ${allowed}${actual}`);
}

/** Accepts text that matches the pattern. */
export const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : null);

/** Digits only, since `Number` also accepts 1e3, 0x1f and blanks. */
export const wholeNumberUpTo =
  (most: number, least = 0) =>
  (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null;

export const folder: ValueForm<string> = {
  allowed: 'a folder path; to use a bucket, set BELFRY_BUCKET',
  parse: matching(/^(?!\w+:\/\/)(?=.*\S)/s),
};

export const bucketAddress: ValueForm<string> = {
  allowed: 's3://bucket or s3://bucket/prefix',
  parse: matching(/^s3:\/\/[\w.-]+(\/(?!\.{1,2}(\/|$))[^\s/\\]+)*\/?$/),
};

export const httpAddress: ValueForm<string> = {
  allowed: 'an http:// or https:// URL without user name or query',
  parse: (text) => (/^https?:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/.test(text) && URL.canParse(text) ? text : null),
};

/** Separated by commas, without paths. */
export const addressList: ValueForm<readonly string[]> = {
  allowed: 'up to 100 addresses such as http://127.0.0.1:8081, separated by commas',
  parse(text) {
    const addresses = text.split(',').map((address) => address.trim().replace(/\/$/, ''));
    const areAddresses = addresses.every((each) => /^https?:\/\/[^\s/@?#]+$/.test(each) && URL.canParse(each));
    return areAddresses && addresses.length <= 100 ? [...new Set(addresses)] : null;
  },
};

export const nameList: ValueForm<readonly string[]> = {
  allowed: 'up to 100 host names without a port, separated by commas',
  parse(text) {
    const names = text.split(',').map((name) => name.trim().toLowerCase());
    const areNames = names.every((name) => /^([a-z\d]([a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]+\])$/.test(name));
    return areNames && names.length <= 100 ? [...new Set(names)] : null;
  },
};

export const secretText: ValueForm<string> = {
  allowed: 'printable ASCII without spaces',
  parse: matching(/^[\x21-\x7e]+$/),
  secret: true,
};

export const originList: ValueForm<ReturnType<typeof parseCorsOrigins>> = {
  allowed: '* or origins such as https://school.example, in lower case, separated by commas',
  parse: readOrigins,
};

/** A browser sends an origin in lower case and without a path; another form would never match. */
function readOrigins(text: string) {
  const origins = parseCorsOrigins(text);
  if (origins === '*') return origins;
  const areOrigins = origins.every((origin) => /^[a-z][a-z\d+.-]*:\/\/[^\s/A-Z@]+$/.test(origin));
  return areOrigins && origins.length > 0 ? origins : null;
}
