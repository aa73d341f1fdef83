// Before all tests: an empty database with all migrations run, which each test file copies, and an object store where one
// is installed. With DATABASE_URL the database is one of that server; without, a folder of the embedded one.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { startObjectGateway, type TestBucket } from './object-gateway.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server to test on, or null for the embedded one. */
    serverUrl: string | null;
    /** The template: a database's name, or a folder. */
    template: string;
    /** A bucket of a real object store, or null where none is installed. */
    bucket: TestBucket | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dropDatabases = await provideDatabases(project);
  const gateway = await startObjectGateway().catch(async (error: unknown) => {
    await dropDatabases();
    throw error;
  });
  project.provide('bucket', gateway?.bucket ?? null);
  return async () => {
    await dropDatabases();
    await gateway?.stop();
  };
}

async function provideDatabases(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env['DATABASE_URL'] || null;
  project.provide('serverUrl', serverUrl);
  if (serverUrl === null) {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-template-'));
    const open = await openDatabase({ url: undefined, folder });
    await migrate(open.database);
    await open.close();
    project.provide('template', folder);
    return () => rm(folder, { recursive: true });
  }
  const prefix = `belfry_test_${process.pid}`;
  const template = `${prefix}_template`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${template}`);
  const url = new URL(serverUrl);
  url.pathname = template;
  const open = await openDatabase({ url: url.href, folder: '' });
  await migrate(open.database);
  await open.close();
  project.provide('template', template);
  return async () => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.end();
  };
}
