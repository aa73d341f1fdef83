// A database as an earlier release leaves it, by the migrations that this release still has, byte for byte.

import { readdirSync } from 'node:fs';
import { type Migration, Migrator } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';

const folder = new URL('../../src/database/migrations/', import.meta.url);

/** @param last the number of the release's last migration, such as `0008` */
export async function migrateTo(database: Database, last: string): Promise<void> {
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: () => migrationsUpTo(last) },
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

async function migrationsUpTo(last: string): Promise<Record<string, Migration>> {
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name) && name.slice(0, 4) <= last);
  const loaded = names.map(
    async (name) => [name.replace('.ts', ''), await import(new URL(name, folder).href)] as const,
  );
  return Object.fromEntries(await Promise.all(loaded));
}
