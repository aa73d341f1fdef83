// The names of what entries of the audit are about, as they are now: an entry of a change has only what changed.

import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';

type Entry = {
  organisationId: string | null;
  resource: string;
  subject: string | null;
  old: Record<string, unknown> | null;
  new: Record<string, unknown> | null;
};

/** Of what has a row with a name and an id. */
const tables = { key: 'api_key', link: 'link', admin: 'admin' } as const;

/** As the audit records it; whoever writes SQL may have stored anything. */
const hostOf = sql`substring(url from '^[a-z]+://([^/?#]*)')`;

/** Of the entry's own organisation alone. */
const keyOf = (...parts: readonly [organisationId: string | null, resource: string, id: string | null]) =>
  JSON.stringify(parts);

const textIn = (state: Entry['old'], field: string): string | null => {
  const text = state?.[field];
  return typeof text === 'string' && text !== '' ? text : null;
};
const textOf = (entry: Entry, field: string) => textIn(entry.new, field) ?? textIn(entry.old, field);
const nameIn = (entry: Entry) => textOf(entry, entry.resource === 'webhook' ? 'description' : 'name');

/**
 * @param entries a page of them
 * @returns their names: as the entry has it, otherwise that of the row; null for what has none
 */
export async function nameSubjects<Named extends Entry>(
  database: Database,
  entries: readonly Named[],
): Promise<(Named & { name: string | null })[]> {
  const named = new Map<string, string | null>();
  for (const [resource, table] of Object.entries(tables)) {
    const ids = entries.flatMap((entry) => (entry.resource === resource && entry.subject ? [entry.subject] : []));
    if (ids.length === 0) continue;
    const rows = await database
      .selectFrom(table)
      .select(['id', 'name', 'organisation_id as organisationId'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, name, organisationId } of rows) named.set(keyOf(organisationId, resource, id), name);
  }
  await nameWebhooks(database, entries, named);
  return entries.map((entry) => ({
    ...entry,
    name: nameIn(entry) ?? named.get(keyOf(entry.organisationId, entry.resource, entry.subject)) ?? null,
  }));
}

/** A webhook is called by what it is for, otherwise by the host of its address; one that is removed by what its other entries say. */
async function nameWebhooks(
  database: Database,
  entries: readonly Entry[],
  named: Map<string, string | null>,
): Promise<void> {
  const ids = entries.flatMap(({ resource, subject }) => (resource === 'webhook' && subject ? [subject] : []));
  if (ids.length === 0) return;
  const rows = await database
    .selectFrom('webhook')
    .select(['id', 'organisation_id as organisationId'])
    .select(sql<string | null>`coalesce(nullif(description, ''), ${hostOf})`.as('name'))
    .where('id', 'in', ids)
    .execute();
  for (const { id, name, organisationId } of rows) named.set(keyOf(organisationId, 'webhook', id), name);
  for (const entry of entries) {
    const key = keyOf(entry.organisationId, 'webhook', entry.subject);
    const name = entry.resource === 'webhook' && !named.has(key) ? (nameIn(entry) ?? textOf(entry, 'host')) : null;
    if (name !== null) named.set(key, name);
  }
}
