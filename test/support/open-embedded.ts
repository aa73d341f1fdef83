// The embedded database of a test file: the server that its worker has for the whole run, emptied. A file that needs several
// at once gets further servers, which it keeps to its end.

import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Database, type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { dumpCatalogue } from './dump-catalogue.ts';
import { copyOf, type EmbeddedServers } from './embedded-servers.ts';
import { whenFileEnds } from './when-file-ends.ts';

/** The folders of this worker's servers that are not open; undefined until the first is requested. */
let free: string[] | undefined;

export async function openEmbedded({ folders, template, catalogue }: EmbeddedServers): Promise<OpenDatabase> {
  if (free === undefined) {
    free = folders.slice(Number(process.env['VITEST_POOL_ID']) - 1).slice(0, 1);
    whenFileEnds(() => {
      free = undefined;
    });
  }
  const spare = free;
  const folder = spare.shift() ?? (await startOwn(template));
  const open = await openDatabase({ url: undefined, folder });
  await empty(open.database, catalogue);
  return {
    ...open,
    close: async () => {
      await open.close();
      spare.push(folder);
    },
  };
}

/** Starts a server, which takes seconds. @returns its folder */
async function startOwn(template: string): Promise<string> {
  const folder = await copyOf(template);
  const running = await openDatabase({ url: undefined, folder });
  whenFileEnds(async () => {
    await running.close();
    await rm(folder, { recursive: true });
  });
  return folder;
}

/** Removes everything of the test file before: rows, sequences, tables and roles. */
async function empty(database: Database, catalogue: readonly string[]): Promise<void> {
  const run = async (statements: string) => void (await sql.raw(statements).execute(database));
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
  await run('create schema if not exists public'); // a test may have dropped it
  const left = await dumpCatalogue(database);
  if (left.join('\n') === catalogue.join('\n')) return run(deleteRows);
  // As a new cluster has it: else it would differ for ever, and every file after this one would migrate anew.
  await run(`drop schema public cascade; create schema public authorization pg_database_owner;
    grant usage on schema public to public`);
  await migrate(database);
}

/** Truncating a table takes long, but of many rows only that leaves nothing behind. No trigger runs: it is no change to publish. */
const deleteRows = `set session_replication_role = replica;
  do $$
  declare each record;
  begin
    for each in select oid::regclass as name, relkind, pg_relation_size(oid) as size from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relname not like 'kysely%'
    loop
      execute case
        when each.relkind = 'S' then format('alter sequence %s restart', each.name)
        when each.size > 262144 then format('truncate %s cascade', each.name)
        else format('delete from %s', each.name)
      end;
    end loop;
  end $$;
  set session_replication_role = origin`;
