// A database for each test file, on the server of the run or the embedded one: real PostgreSQL either way.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { openEmbedded } from './open-embedded.ts';

/**
 * An empty, migrated database. `connectionString` also serves as DATABASE_URL of a child process. The caller closes it;
 * on a server it is dropped when the run ends.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const [serverUrl, template] = [inject('serverUrl'), inject('template')];
  if (serverUrl === null) return openEmbedded(inject('embedded'));
  const name = `${template.replace(/template$/, '')}${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return openDatabase({ url: url.href, folder: '' });
}

/**
 * A database for a whole test file, or for the `describe` that calls this: opened before its tests and closed after them.
 * Nothing is opened where all of them are skipped.
 */
export function useTestDatabase(): OpenDatabase {
  let open: OpenDatabase | undefined;
  beforeAll(async () => {
    open = await openTestDatabase();
  });
  afterAll(() => open?.close());
  const opened = () => {
    if (open === undefined) throw new Error('the database of a test file is there in its hooks and tests only');
    return open;
  };
  return {
    get database() {
      return opened().database;
    },
    get connectionString() {
      return opened().connectionString;
    },
    get location() {
      return opened().location;
    },
    get embedded() {
      return opened().embedded;
    },
    get hasOneSession() {
      return opened().hasOneSession;
    },
    close: () => opened().close(),
  };
}
