// The roles of the guide to the tables, created with the SQL that it names. Roles belong to the whole server, so these get unique
// names.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { repositoryFolder } from './run-process.ts';

export type GuideRoles = {
  /** Role names by what the guide calls them, without `belfry_`: editor, publisher ... */
  names: Record<string, string>;
  /** A connection string for the role. */
  urlOf(name: string): string;
  /** Drops the roles and what they own in this database. */
  drop(): Promise<void>;
};

/** @param owner is signed in as the owner of the tables; @param others also made, with no grant */
export async function createGuideRoles(
  owner: pg.Client,
  connectionString: string,
  others: readonly string[] = [],
): Promise<GuideRoles> {
  const sql = readFileSync(join(repositoryFolder, 'src/database/roles.sql'), 'utf8');
  const suffix = randomBytes(4).toString('hex');
  const inGuide = [...sql.matchAll(/^create role belfry_(\w+)/gm)].map(([, name = '']) => name);
  const names = Object.fromEntries([...inGuide, ...others].map((name) => [name, `belfry_${name}_${suffix}`]));
  await owner.query(sql.replace(new RegExp(`\\bbelfry_(${inGuide.join('|')})\\b`, 'g'), `belfry_$1_${suffix}`));
  for (const name of others) await owner.query(`create role ${names[name]} login`);
  return {
    names,
    urlOf(name) {
      const url = new URL(connectionString);
      url.username = names[name] ?? name;
      return url.href;
    },
    async drop() {
      const all = Object.values(names).join(', ');
      await owner.query(`drop owned by ${all} cascade; drop role ${all}`);
    },
  };
}
