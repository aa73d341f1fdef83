// Revokes an admin. The dashboard looks at each request, so the token and the sessions end at once.

import { sql } from 'kysely';
import { adminTokenPrefix, identifyAdminToken } from '../../access/admin-token.ts';
import { commandLine } from '../../command-line.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { changeAs, type Editor } from '../operator.ts';

/** The first revocation stays. @throws NotFoundError */
export async function revokeAdmin(operator: Editor, id: string, now: number): Promise<void> {
  const revokedAt = new Date(now).toISOString();
  const revoked = await changeAs(operator, (transaction) =>
    transaction
      .updateTable('admin')
      .set({ revoked_at: sql`coalesce(revoked_at, ${revokedAt})` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  );
  if (revoked === undefined) throw new NotFoundError(`there is no admin ${id}; ${listed()}`);
}

/**
 * Finds the id of an admin, given the id or the whole token. No message contains text that may be a token.
 * @returns an id unchanged. @throws NotFoundError for an unknown token, UsageError for an incomplete one
 */
export async function findAdminId(database: Database, text: string, sha256: (text: string) => string): Promise<string> {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text) && !/belfry_/i.test(text)) return text;
  if (!text.startsWith(adminTokenPrefix))
    throw new UsageError(
      `what was given is neither the id of an admin nor its token, and is not shown here; ${listed()}`,
    );
  const hash = identifyAdminToken(text, sha256);
  if (hash === null)
    throw new UsageError(
      `this is not a whole token: a character is missing or mistyped. Give all of it, or the id; ${listed()}`,
    );
  const found = await database.selectFrom('admin').select('id').where('sha256', '=', hash).executeTakeFirst();
  if (found === undefined) throw new NotFoundError(`this database has no such admin, so none was revoked; ${listed()}`);
  return found.id;
}

const listed = () => `\`${commandLine('admins list')}\` shows them`;
