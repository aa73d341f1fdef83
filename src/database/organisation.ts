// Statements on `organisation`: creates one, reads its handle, and finds which exist. `select-access.ts` reads its access.

import { sql } from 'kysely';
import { type Handle, type OrganisationId, parseHandle } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import { NotFoundError } from '../errors.ts';
import type { Database } from './connect/open-database.ts';

/**
 * Creates an organisation with its API switched on.
 * @returns false when it existed already, in which case it is unchanged
 */
export async function createOrganisation(database: Database, id: OrganisationId, name: string): Promise<boolean> {
  const created = await database
    .insertInto('organisation')
    .values({ id, name, locked_because: null, api_enabled: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/** @param transaction in which the name is read and changed. @returns its former name. @throws NotFoundError */
export async function renameOrganisation(transaction: Database, id: OrganisationId, name: string): Promise<string> {
  const before = await transaction
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw noSuchOrganisation(id);
  await transaction.updateTable('organisation').set({ name }).where('id', '=', id).execute();
  return before.name;
}

/** The handle of an organisation; null when there is no such organisation. */
export async function selectHandle(database: Database, organisationId: OrganisationId): Promise<Handle | null> {
  const row = await database
    .selectFrom('organisation')
    .select('handle')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row === undefined ? null : parseHandle(row.handle);
}

/** The name of an organisation, as people know it. @throws NotFoundError */
export async function selectName(database: Database, id: OrganisationId): Promise<string> {
  const row = await database.selectFrom('organisation').select('name').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw noSuchOrganisation(id);
  return row.name;
}

/** The organisation that has this handle; null when none has. */
export async function selectOwner(database: Database, handle: Handle): Promise<string | null> {
  const row = await database.selectFrom('organisation').select('id').where('handle', '=', handle).executeTakeFirst();
  return row?.id ?? null;
}

/** What every command says of an organisation that the database does not have. */
export const noSuchOrganisation = (id: string): NotFoundError =>
  new NotFoundError(`there is no organisation ${id}; \`${commandLine('organisations list')}\` shows them`);

/** @throws NotFoundError */
export async function assertOrganisation(database: Database, id: OrganisationId): Promise<void> {
  if ((await selectHandle(database, id)) === null) throw noSuchOrganisation(id);
}

/** Which of the organisations the database has. */
export async function selectKnownOrganisations(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from organisation where id = any(${ids}::text[])`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}
