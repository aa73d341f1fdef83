// Finds who is asking, by the hash of a token or of a cookie. The database is asked each time, so that a token which is revoked, and
// each session of its admin, end at once.

import type { Database } from '../../database/connect/open-database.ts';
import type { Admin } from '../permissions.ts';

/** @param now milliseconds since 1970. @returns null when there is none, or it is revoked or expired */
export async function findAdminByToken(database: Database, sha256: string, now: number): Promise<Admin | null> {
  const found = await selectActive(database, now).where('admin.sha256', '=', sha256).executeTakeFirst();
  return found ?? null;
}

/** @returns null also when the session has ended */
export async function findAdminBySession(database: Database, sha256: string, now: number): Promise<Admin | null> {
  const found = await selectActive(database, now)
    .innerJoin('admin_session', 'admin_session.admin_id', 'admin.id')
    .where('admin_session.sha256', '=', sha256)
    .where('admin_session.kind', '=', 'cookie')
    .where('admin_session.expires_at', '>', new Date(now))
    .executeTakeFirst();
  return found ?? null;
}

/** Takes a code, which works once. @param transaction in which the session is opened, so that none is lost */
export async function takeSignInCode(transaction: Database, sha256: string, now: number): Promise<Admin | null> {
  const taken = await transaction
    .deleteFrom('admin_session')
    .where('sha256', '=', sha256)
    .where('kind', '=', 'code')
    .returning(['admin_id', 'expires_at'])
    .executeTakeFirst();
  if (taken === undefined || Number(taken.expires_at) <= now) return null;
  const found = await selectActive(transaction, now).where('admin.id', '=', taken.admin_id).executeTakeFirst();
  return found ?? null;
}

const selectActive = (database: Database, now: number) =>
  database
    .selectFrom('admin')
    .select(['admin.id', 'admin.name', 'admin.role', 'admin.organisation_id as organisationId'])
    .where('admin.revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('admin.expires_at', 'is', null), eb('admin.expires_at', '>', new Date(now))]));
