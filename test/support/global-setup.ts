// Before all tests: an empty database with all migrations run, which each test file copies or empties, the programs that tests
// start, the package, and an object store, where one is installed and the tests that need other programs are among the chosen.
// With DATABASE_URL the database is one of that server. What no chosen file mentions is not started, and nothing is for quick
// tests alone; a file that asks for it nevertheless is given undefined, and fails.

import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { dropAbandonedDatabases, nameOfRun } from './abandoned-databases.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { type EmbeddedServers, startEmbeddedServers } from './embedded-servers.ts';
import { startObjectGateway, type TestBucket } from './object-gateway.ts';
import { packPackage } from './packed-package.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server to test on, or null for the embedded one. */
    serverUrl: string | null;
    /** The database of the server that is copied. */
    template: string;
    /** The embedded servers, when there is no server. */
    embedded: EmbeddedServers;
    /** A bucket of a real object store, or null where none is installed or wanted. */
    bucket: TestBucket | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { config, projects, state } = project.vitest;
  const others = projects.filter(({ name }) => name !== 'quick');
  const chosen = state.getPaths().filter((path) => others.some((other) => other.matchesTestGlob(path)));
  if (chosen.length === 0) return nothing;
  // While vitest watches, other files may be chosen later.
  const anyMentions = (what: RegExp) => config.watch || chosen.some((path) => what.test(readFileSync(path, 'utf8')));
  const workers = config.watch ? config.maxWorkers : Math.min(config.maxWorkers, chosen.length);
  const ends: (() => Promise<void>)[] = [];
  const endAll = async () => {
    for (const end of ends.reverse()) await end();
  };
  const started = await Promise.allSettled([
    bundlePrograms(),
    anyMentions(/unpackPackage/) ? packPackage() : nothing,
    provideDatabases(project, workers),
    provideBucket(project, projects.some(({ name }) => name === 'system') && anyMentions(/bucket/i)),
  ]);
  for (const each of started) if (each.status === 'fulfilled') ends.push(each.value);
  const failed = started.find((each) => each.status === 'rejected');
  if (failed === undefined) return endAll;
  await endAll();
  throw failed.reason;
}

const nothing = async () => {};

async function provideBucket(project: TestProject, isWanted: boolean): Promise<() => Promise<void>> {
  const gateway = isWanted ? await startObjectGateway() : null;
  project.provide('bucket', gateway?.bucket ?? null);
  return gateway === null ? nothing : gateway.stop;
}

async function provideDatabases(project: TestProject, workers: number): Promise<() => Promise<void>> {
  const serverUrl = process.env['DATABASE_URL'] || null;
  project.provide('serverUrl', serverUrl);
  if (serverUrl === null) {
    const { servers, stop } = await startEmbeddedServers(workers);
    project.provide('embedded', servers);
    return stop;
  }
  const run = nameOfRun(Date.now(), process.pid);
  const template = `${run}template`;
  const client = new pg.Client({ connectionString: serverUrl, application_name: run });
  await client.connect();
  await dropAbandonedDatabases(client);
  await client.query(`create database ${template}`);
  const url = new URL(serverUrl);
  url.pathname = template;
  const open = await openDatabase({ url: url.href, folder: '' });
  await migrate(open.database);
  await open.close();
  project.provide('template', template);
  return async () => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [run]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.end();
  };
}
