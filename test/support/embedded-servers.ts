// Embedded databases for a whole test run, one per worker: starting one takes a second, and one or two more until it is warm.
// Each test file finds its worker's as a command finds one that another process runs, and begins with an empty, migrated one.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { dumpCatalogue } from './dump-catalogue.ts';

export type EmbeddedServers = {
  /** One folder for each worker. */
  folders: string[];
  /** A folder that is never opened again, to copy for a separate server. */
  template: string;
  /** The result of `dumpCatalogue` for an empty database. */
  catalogue: string[];
};

/** @returns the servers, and a function that ends them */
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

/** @returns a new folder for a server, copied from the template */
export async function copyOf(template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-db-'));
  await copyDatabase(template, folder);
  return folder;
}

/** By the command, since Node's own copy of a thousand files takes five times as long. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', join(from, 'postgres'), to]);
}
