// A database of its own for each test file, on the server that the run is for: real PostgreSQL either way.

import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts';

/**
 * An empty, migrated database. `connectionString` also serves as DATABASE_URL of a child process. The caller closes it;
 * what it leaves on a server goes when the run ends.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const [serverUrl, template] = [inject('serverUrl'), inject('template')];
  if (serverUrl === null) {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-db-'));
    await cp(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true });
    const open = await openDatabase({ url: undefined, folder });
    return {
      ...open,
      close: async () => {
        await open.close();
        await rm(folder, { recursive: true });
      },
    };
  }
  const name = `${template.replace('_template', '')}_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return openDatabase({ url: url.href, folder: '' });
}
