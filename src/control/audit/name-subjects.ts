// The names of what entries of the audit are about, as they are now: an entry of a change has only what changed.

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

/** Of the entry's own organisation alone. */
const keyOf = (...parts: readonly [organisationId: string | null, resource: string, id: string | null]) =>
  JSON.stringify(parts);

const nameIn = (state: Entry['old']): string | null => {
  const name = state?.['name'];
  return typeof name === 'string' ? name : null;
};

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
  return entries.map((entry) => ({
    ...entry,
    name:
      nameIn(entry.new) ??
      nameIn(entry.old) ??
      named.get(keyOf(entry.organisationId, entry.resource, entry.subject)) ??
      null,
  }));
}
