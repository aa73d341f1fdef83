// Who changed what, when, and from where, the newest first.

import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';
import { nameHas } from '../../database/natural-order.ts';
import { wrongCursor } from '../../errors.ts';
import { cutToPage, type Listed, type Page } from '../paging.ts';

/** The id of the last entry of a page: no number, since numbers count the entries of other schools too. */
const cursorForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const select = (database: Database) =>
  database
    .selectFrom('audit')
    .select([
      'shown_id as id',
      'at',
      'organisation_id as organisationId',
      'resource',
      'action',
      'subject',
      'old',
      'new',
    ])
    .select(['actor as by', 'via', 'address as from', 'admin_id as adminId', 'database_user as databaseUser'])
    .select(sql<boolean>`database_user = session_user`.as('isVouched'));

/**
 * `by`: who a program said that it acted for; null where SQL said nothing. `isVouched`: whether it was the database's user who
 * reads; any other may say what it likes. `old` and `new`: without anything secret.
 */
export type ListedEntry = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** Which entries: about this, and by somebody whose name has this in it; everything where it is empty. */
type AuditChoice = { resource?: string; by?: string };

/** @param organisationId only its entries; null for all. @throws InvalidInputError for a wrong cursor */
export async function listAudit(
  database: Database,
  organisationId: string | null,
  page: Page,
  { resource = '', by = '' }: AuditChoice = {},
): Promise<Listed<ListedEntry>> {
  let query = select(database)
    .orderBy('audit.id', 'desc')
    .limit(page.limit + 1);
  if (organisationId !== null) query = query.where('organisation_id', '=', organisationId);
  if (resource !== '') query = query.where('resource', '=', resource);
  if (by !== '') query = query.where(nameHas(sql`coalesce(actor, database_user)`, by));
  if (page.after !== null) {
    query = query.where('audit.id', '<', await placeOf(database, organisationId, page.after));
  }
  const rows = await query.execute();
  return cutToPage(
    rows,
    page,
    ({ id }) => id,
    (entry) => entry,
  );
}

/** The number of the entry with this id, among those of the organisation. @throws InvalidInputError when there is none */
async function placeOf(database: Database, organisationId: string | null, id: string): Promise<string> {
  const ofId = database.selectFrom('audit').select('id').where('shown_id', '=', id);
  const query = organisationId === null ? ofId : ofId.where('organisation_id', '=', organisationId);
  const place = cursorForm.test(id) ? await query.executeTakeFirst() : undefined;
  if (place === undefined) throw wrongCursor();
  return place.id;
}

/** How many statements one call sends; the next call goes on. */
const mostCalls = 1000;

/** Removes what is older than a year. The dashboard calls it daily. @returns how many entries */
export async function pruneAudit(database: Database): Promise<number> {
  let removed = 0;
  for (let calls = 0; calls < mostCalls; calls++) {
    const { rows } = await sql<{ pruned: number }>`select prune_audit() as pruned`.execute(database);
    const pruned = rows[0]?.pruned ?? 0;
    removed += pruned;
    if (pruned === 0) break;
  }
  return removed;
}
