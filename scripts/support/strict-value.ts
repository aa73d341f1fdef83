// Values of settings and options, parsed strictly: what is not allowed is refused, never taken for something near it. A
// refusal shows the value, unless it is a secret.

import { SettingError } from '../../src/errors.ts';

export type ValueForm<Value> = {
  /** What may be given; the end of "PORT must be ...". */
  allowed: string;
  /** @returns null for what is not allowed */
  parse: (text: string) => Value | null;
  /** The value is never shown. */
  secret?: boolean;
};

/** @throws SettingError for what is not allowed */
export function readValue<Value>(name: string, { parse, allowed, secret = false }: ValueForm<Value>, text: string) {
  const value = parse(text);
  if (value !== null) return value;
  // An address that holds a password may have been given for anything.
  const given = secret ? '; what it is now is not shown' : `, not ${text.replace(/\/\/.*@/s, '//...@')}`;
  throw new SettingError(`${name} must be ${allowed}${given}`);
}

/** The text itself, where it has the form. */
export const textOfForm = (form: RegExp) => (text: string) => (form.test(text) ? text : null);

/** Digits alone: `Number` would take 1e3, 0x1f and a blank for numbers as well. */
export const wholeNumberTo = (most: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : null;

export const folder: ValueForm<string> = {
  allowed: 'a folder (a bucket of the published output is named by BELFRY_BUCKET)',
  parse: textOfForm(/^(?!\w+:\/\/)(?=.*\S)/s),
};

export const bucketAddress: ValueForm<string> = {
  allowed: 's3://bucket or s3://bucket/prefix',
  parse: textOfForm(/^s3:\/\/[\w.-]+(\/(?!\.{1,2}(\/|$))[^\s/\\]+)*\/?$/),
};

export const httpAddress: ValueForm<string> = {
  allowed: 'an address that begins with https:// or http://, without a user',
  parse: (text) => (/^https?:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/.test(text) && URL.canParse(text) ? text : null),
};

export const secretText: ValueForm<string> = {
  allowed: 'a text without blanks',
  parse: textOfForm(/^[\x21-\x7e]+$/),
  secret: true,
};
