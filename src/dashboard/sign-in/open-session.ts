// Keeps who is signed in with a browser, and codes that sign in once. Both are random, shown once, and stored as SHA-256.
//
// A browser sends a cookie to every port of a host, so whatever else listens on this machine may get it. So the secret of a session
// has two halves: a cookie, which no script reads, and one that the page keeps in its origin and sends as a header, which no other
// port gets. Only their hash together is stored, so that half of it finds nothing.

import type { SecretSource } from '../../control/operator.ts';
import type { Database } from '../../database/connect/open-database.ts';

/** How long a session lasts, and a code, in seconds. */
export const sessionSeconds = 12 * 3600;
const codeSeconds = 600;

/** How many sessions and codes of one admin are kept; the oldest ends when there are more. */
const mostSessions = 100;

const half = '[\\w-]{43}';
const [codeForm, sessionForm] = [new RegExp(`^${half}$`), new RegExp(`^${half}\\.${half}$`)];

/** Whether the text may be a code. Nothing else is looked up. */
export const isCode = (text: string): boolean => codeForm.test(text);
/** Whether it may be both halves of a session's secret, as `joinHalves` joins them. */
export const isSessionSecret = (text: string): boolean => sessionForm.test(text);

/** The halves of a session's secret: what the cookie holds, and what the page keeps. */
export type SessionHalves = { cookie: string; page: string };
export const joinHalves = ({ cookie, page }: SessionHalves): string => `${cookie}.${page}`;

/**
 * @param transaction one of its own, so that the number of sessions stays within its bound
 * @param kind `cookie`: somebody is signed in. `code`: whoever has it may sign in, once
 * @returns both halves of the session's secret joined, or the code; neither is stored
 */
export async function openSession(
  transaction: Database,
  { randomBytes, sha256 }: SecretSource,
  { adminId, kind, now }: { adminId: string; kind: 'cookie' | 'code'; now: number },
): Promise<string> {
  const draw = () => Buffer.from(randomBytes(32)).toString('base64url');
  const secret = kind === 'code' ? draw() : joinHalves({ cookie: draw(), page: draw() });
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
