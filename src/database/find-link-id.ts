// Finds the id of a link, given the id, the token, or an address that contains the token, since somebody who finds a leaked one does
// not know its id. No message contains text that may be a token.

import { handleOfKey } from '../access/api-key.ts';
import { handleOfLinkToken } from '../access/link-token.ts';
import { commandLine } from '../command-line.ts';
import { NotFoundError, UsageError } from '../errors.ts';
import type { Database } from './connect/open-database.ts';

/** @returns an id unchanged. @throws NotFoundError for an unknown token, UsageError for an incomplete one */
export async function findLinkId(database: Database, text: string, sha256: (text: string) => string): Promise<string> {
  const listed = `\`${commandLine('links list --organisation ID')}\` shows them`;
  if (!/belfry_/i.test(text)) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(text))
      throw new UsageError(
        `what was given is neither the id of a link nor its token, and is not shown here; ${listed}`,
      );
    return text;
  }
  if (handleOfKey(text) !== null)
    throw new UsageError(`this is an API key; \`${commandLine('keys revoke -')}\` revokes it`);
  // People have the address of a feed or of a page, which contains the token.
  const [token = ''] = /belfry_link_[0-9A-Za-z]+/.exec(text) ?? [];
  if (handleOfLinkToken(token) === null)
    throw new UsageError(
      `this is not a whole token of a link: a character is missing or mistyped. Give all of it, or the id; ${listed}`,
    );
  const found = await database.selectFrom('link').select('id').where('sha256', '=', sha256(token)).executeTakeFirst();
  if (found === undefined) throw new NotFoundError(`this database has no such link, so none was revoked; ${listed}`);
  return found.id;
}
