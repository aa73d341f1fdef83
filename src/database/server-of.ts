// What may be shown of a connection string: which host, port and database it leads to, as pg itself reads it. A password
// that holds a sign with a meaning in addresses can make one string read as another, with part of the password for its
// host or database; such a string is refused before anything of it is used or shown.

import pg from 'pg';
import { SettingError } from '../errors.ts';

/**
 * @param setting the variable that it comes from, for the error
 * @returns host, port and database, such as `127.0.0.1:5432/belfry`, with what the string leaves out taken from PGHOST,
 *   PGPORT, PGUSER and PGDATABASE
 * @throws SettingError when the string is none that pg reads as it was meant; nothing of it is shown
 */
export function serverOf(connectionString: string, setting = 'DATABASE_URL'): string {
  const unreadable = (why: string) => unreadableAddress(setting, why);
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/.test(connectionString))
    throw unreadable('it must have the form postgres://user:password@host:5432/database');
  const [, query = ''] = connectionString.split(/\?(.*)/s);
  const [, rest = ''] = /^\w+:\/\/[^/?#]*([^?]*)/s.exec(connectionString) ?? [];
  const strange = query.split('&').filter((parameter) => parameter.includes('@') && !parameter.startsWith('password='));
  if (rest.includes('@') || query.includes('#') || strange.length > 0)
    throw unreadable('in a user or password write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25');
  try {
    const { host, port, database = '' } = new pg.Client({ connectionString });
    return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
  } catch (cause) {
    // Without the cause: of a URL that cannot be read it has the text.
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
}

const unreadableAddress = (setting: string, why: string) =>
  new SettingError(
    `cannot read the address of PostgreSQL, ${setting}: ${why}. It is not shown here, since it may hold a password`,
  );
