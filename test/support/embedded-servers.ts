// Embedded databases that live as long as a test run, one for each worker: starting one takes a second, and another one or
// two until it is warm. Each test file finds the one of its worker as commands find one that another process runs, and
// begins with what the migrations make of an empty one.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
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

/** @returns a folder of its own for a server that begins as the template. */
export async function copyOf(template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-db-'));
  await copyDatabase(template, folder);
  return folder;
}

/** By the command, since Node's own copy of a thousand files takes five times as long. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', join(from, 'postgres'), to]);
}
