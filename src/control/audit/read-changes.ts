// What has happened since it was last asked: publications, withheld versions and failures from the leases, changes of access, keys and
// days from the audit. One question for all who listen, whose cost does not depend on how many they are.

import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';

type ChangeKind = 'published' | 'withheld' | 'recovered' | 'access' | 'key' | 'days' | 'failing';

/** `details` without anything secret. `adminId`: whose token has changed, which nobody else needs to know. */
export type Change = {
  kind: ChangeKind | 'admin';
  organisationId: string | null;
  details: Readonly<Record<string, string | number | null>>;
};

type Lease = { id: string; fence: string | null; withheld: number; failures: number };

/** How many entries of the audit are read at once, and how far back: their numbers are not in the order of the commits. */
const [maxEntries, overlap] = [1000, 500];

/** @returns a function that returns what has changed since it was called before; the first time nothing */
export function changeReader(database: Database): () => Promise<Change[]> {
  let leases: Map<string, Lease> | null = null;
  let last = 0n;
  let seen = new Set<string>();

  async function readLeases(): Promise<Change[]> {
    const { rows } = await sql<Lease>`
      select organisation_id as id, max(fence) filter (where kind = 'documents')::text as fence,
        coalesce(max(withheld) filter (where kind = 'documents'), 0) as withheld, coalesce(max(failures), 0) as failures
      from publish_lease group by organisation_id`.execute(database);
    const before = leases;
    leases = new Map(rows.map((row) => [row.id, row]));
    return before === null ? [] : rows.flatMap((row) => compare(before.get(row.id), row));
  }

  async function readAudit(): Promise<Change[]> {
    const isFirst = leases === null;
    const from = last > BigInt(overlap) ? last - BigInt(overlap) : 0n;
    const rows = await database
      .selectFrom('audit')
      .select(['id', 'organisation_id as organisationId', 'resource', 'action', 'subject'])
      .where('id', '>', String(from))
      .orderBy('id', isFirst ? 'desc' : 'asc')
      .limit(maxEntries)
      .execute();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    last = rows.reduce((highest, { id }) => (BigInt(id) > highest ? BigInt(id) : highest), last);
    seen = new Set(rows.map(({ id }) => id));
    return isFirst ? [] : fresh.flatMap(changeOf);
  }

  return async () => {
    const audited = await readAudit();
    const published = await readLeases();
    return [...audited, ...published];
  };
}

function compare(before: Lease | undefined, now: Lease): Change[] {
  const change = (kind: ChangeKind, details: Change['details'] = {}): Change => ({
    ...{ kind, organisationId: now.id },
    details,
  });
  const [withheld, failures] = [before?.withheld ?? 0, before?.failures ?? 0];
  return [
    ...(now.fence !== null && now.fence !== (before?.fence ?? null) ? [change('published')] : []),
    ...(now.withheld > withheld ? [change('withheld', { versions: now.withheld })] : []),
    ...(now.failures > 0 && failures === 0 ? [change('failing')] : []),
    ...((now.withheld === 0 && withheld > 0) || (now.failures === 0 && failures > 0) ? [change('recovered')] : []),
  ];
}

const kinds: Readonly<Record<string, Change['kind']>> = {
  organisation: 'access',
  key: 'key',
  admin: 'admin',
  days: 'days',
};

type Entry = { organisationId: string | null; resource: string; action: string; subject: string | null };

function changeOf({ organisationId, resource, action, subject }: Entry): Change[] {
  const kind = kinds[resource];
  return kind === undefined ? [] : [{ kind, organisationId, details: { action, id: subject } }];
}
