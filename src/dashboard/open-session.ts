// Keeps who is signed in with a browser, and codes that sign in once. Both are random, shown once, and stored as SHA-256.

import type { Database } from '../database/connect/open-database.ts';
import type { SecretSource } from '../operate/operator.ts';

/** How long a session lasts, and a code, in seconds. */
export const sessionSeconds = 12 * 3600;
const codeSeconds = 600;

/** How many sessions and codes of one admin are kept; the oldest ends when there are more. */
const mostSessions = 100;

const secretForm = /^[\w-]{43}$/;

/** Whether the text may be a cookie or a code. Nothing else is looked up. */
export const isSessionSecret = (text: string): boolean => secretForm.test(text);

/**
 * @param transaction one of its own, so that the number of sessions stays within its bound
 * @param kind `cookie`: somebody is signed in. `code`: whoever has it may sign in, once
 * @returns the value of the cookie, or the code, which is not stored
 */
export async function openSession(
  transaction: Database,
  { randomBytes, sha256 }: SecretSource,
  { adminId, kind, now }: { adminId: string; kind: 'cookie' | 'code'; now: number },
): Promise<string> {
  const secret = Buffer.from(randomBytes(32)).toString('base64url');
  const seconds = kind === 'cookie' ? sessionSeconds : codeSeconds;
  const expires_at = new Date(now + seconds * 1000).toISOString();
  await transaction
    .insertInto('admin_session')
    .values({ sha256: sha256(secret), admin_id: adminId, kind, expires_at })
    .execute();
  await transaction
    .deleteFrom('admin_session')
    .where('sha256', 'in', (query) =>
      query
        .selectFrom('admin_session')
        .select('sha256')
        .where('admin_id', '=', adminId)
        .orderBy('created_at', 'desc')
        .offset(mostSessions),
    )
    .execute();
  return secret;
}

/** @returns whether there was one */
export async function closeSession(transaction: Database, sha256: string): Promise<boolean> {
  const closed = await transaction
    .deleteFrom('admin_session')
    .where('sha256', '=', sha256)
    .where('kind', '=', 'cookie')
    .returning('admin_id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** Removes what has expired. */
export async function pruneSessions(database: Database, now: number): Promise<void> {
  await database.deleteFrom('admin_session').where('expires_at', '<=', new Date(now)).execute();
}
