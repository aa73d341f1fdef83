// Embedded databases that live as long as a test run, one for each worker: starting one takes a second, and another one or
// two until it is warm. Each test file finds the one of its worker as commands find one that another process runs, and
// begins with what the migrations make of an empty one.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../../src/database/migrate.ts';
import { type Database, type OpenDatabase, openDatabase } from '../../src/database/open-database.ts';
import { dumpCatalogue } from './dump-catalogue.ts';

export type EmbeddedServers = {
  /** One folder for each worker. */
  folders: string[];
  /** A folder that is never opened again, to be copied by who wants a server of its own. */
  template: string;
  /** What `dumpCatalogue` says of an empty database. */
  catalogue: string[];
};

/** @returns the servers, and what ends them */
export async function startEmbeddedServers(
  count: number,
): Promise<{ servers: EmbeddedServers; stop(): Promise<void> }> {
  const template = await mkdtemp(join(tmpdir(), 'belfry-template-'));
  const first = await openDatabase({ url: undefined, folder: template });
  await migrate(first.database);
  const catalogue = await dumpCatalogue(first.database);
  await first.close();
  const opened = await Promise.all(
    Array.from({ length: count }, async () => {
      const folder = await copyOf(template);
      return { folder, open: await openDatabase({ url: undefined, folder }) };
    }),
  );
  return {
    servers: { folders: opened.map(({ folder }) => folder), template, catalogue },
    async stop() {
      for (const { open } of opened) await open.close();
      for (const folder of [template, ...opened.map(({ folder }) => folder)]) await rm(folder, { recursive: true });
    },
  };
}

async function copyOf(template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-db-'));
  await cp(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true });
  return folder;
}

const inUse = new Set<string>();

/** The worker's server, emptied; or, while the test file has that already, one of its own. */
export async function openEmbedded({ folders, template, catalogue }: EmbeddedServers): Promise<OpenDatabase> {
  const shared = folders[Number(process.env['VITEST_POOL_ID']) - 1];
  const ends: (() => Promise<void> | void)[] = [];
  let folder = shared;
  if (folder === undefined || inUse.has(folder)) {
    const own = await copyOf(template);
    folder = own;
    ends.push(() => rm(own, { recursive: true }));
  } else {
    inUse.add(folder);
    ends.push(() => void inUse.delete(shared ?? ''));
  }
  const open = await openDatabase({ url: undefined, folder });
  await empty(open.database, catalogue);
  return {
    ...open,
    close: async () => {
      await open.close();
      for (const end of ends) await end();
    },
  };
}

/** Leaves nothing of the test file before: not a row, not a number that was counted, not a table or a role. */
async function empty(database: Database, catalogue: readonly string[]): Promise<void> {
  const run = (statements: string) => sql.raw(statements).execute(database);
  await run('discard all');
  const { rows: roles } = await sql<{ name: string }>`
    select quote_ident(rolname) as name from pg_roles where rolname <> current_user and rolname !~ '^pg_'`.execute(
    database,
  );
  for (const { name } of roles) await run(`drop owned by ${name} cascade; drop role ${name}`);
  const { rows: schemas } = await sql<{ name: string }>`
    select quote_ident(nspname) as name from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`.execute(database);
  for (const { name } of schemas) await run(`drop schema ${name} cascade`);
  await run('create schema if not exists public'); // a test may have taken it away
  const left = await dumpCatalogue(database);
  if (left.join('\n') === catalogue.join('\n')) {
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(database);
    await run(`set session_replication_role = replica; -- emptying is no change that has to be published
      truncate ${tables.map(({ name }) => name).join(', ')} restart identity; set session_replication_role = origin`);
  } else {
    await run('drop schema public cascade; create schema public');
    await migrate(database);
  }
}
