// The parts of a connection string that are safe to show: host, port and database, as pg parses them. If a password
// contains an unescaped special character, pg may take part of it for the host or the database. Such a string is
// refused before it is used or shown.

import pg from 'pg';
import { reasonOf, SettingError } from '../../errors.ts';

/**
 * @param setting the name of the variable, for the error
 * @returns host, port and database, such as `127.0.0.1:5432/belfry`. Missing parts come from PGHOST, PGPORT, PGUSER
 *   and PGDATABASE.
 * @throws SettingError when pg would misread the string; the error does not contain it
 */
export function serverAddress(connectionString: string, setting = 'DATABASE_URL'): string {
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
    // Without the cause, whose message may contain the URL.
    throw unreadable(reasonOf(cause));
  }
}

const unreadableAddress = (setting: string, why: string) =>
  new SettingError(
    `cannot read the address of PostgreSQL, ${setting}: ${why}. It is not shown here, since it may contain a password`,
  );
