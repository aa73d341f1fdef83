// Finds the id of an API key, given the id or the whole key, since somebody who finds a leaked key does not know its id. No
// message contains text that may be a key.

import { handleOfKey } from '../access/api-key.ts';
import { handleOfLinkToken } from '../access/link-token.ts';
import { commandLine } from '../command-line.ts';
import { NotFoundError, UsageError } from '../errors.ts';
import type { Database } from './connect/open-database.ts';

/** @returns an id unchanged. @throws NotFoundError for an unknown key, UsageError for an incomplete one */
export async function findKeyId(database: Database, text: string, sha256: (text: string) => string): Promise<string> {
  const listed = `\`${commandLine('keys list --organisation ID')}\` shows them`;
  if (!/^belfry_/i.test(text)) {
    // Text that is too long for an id may be a key with something before it.
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(text) || text.includes('belfry_'))
      throw new UsageError(`what was given is neither the id of a key nor a key, and is not shown here; ${listed}`);
    return text;
  }
  if (handleOfLinkToken(text) !== null)
    throw new UsageError(`this is the token of a link; \`${commandLine('links revoke -')}\` revokes it`);
  if (handleOfKey(text) === null)
    throw new UsageError(
      `this is not a whole key: a character is missing or mistyped. Give all of it, or its id; ${listed}`,
    );
  const found = await database.selectFrom('api_key').select('id').where('sha256', '=', sha256(text)).executeTakeFirst();
  if (found === undefined) throw new NotFoundError(`this database has no such key, so none was revoked; ${listed}`);
  return found.id;
}
