// The list of who has which link, as CSV (RFC 4180), for handing them out. It is written once, since tokens are stored nowhere.

import { open, rm } from 'node:fs/promises';
import type { LinkEntity } from '../../src/database/link-entities.ts';
import { NotPublishedError, UsageError } from '../../src/errors.ts';
import type { CreatedLink } from '../../src/operate/create-links.ts';

const columns = ['kind', 'entityId', 'name', 'linkId', 'token', 'expiresAt'];

/** @param entities those of the links, in their order */
export function formatLinkList(entities: readonly LinkEntity[], links: readonly CreatedLink[]): string {
  const rows = links.map(({ kind, entityId, linkId, token, expiresAt }, index) =>
    [kind, entityId, entities[index]?.name ?? '', linkId, token, expiresAt ?? ''].map(cell).join(','),
  );
  return [columns.join(','), ...rows, ''].join('\r\n');
}

/** Spreadsheets execute a cell that begins like a formula: https://owasp.org/www-community/attacks/CSV_Injection */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Calls `create` with a function that writes the list. The file is created first, for its owner alone, and is removed again when
 * no links come to exist.
 * @throws UsageError when there is such a file already, or it cannot be created
 */
export async function withLinkList<Result>(
  path: string,
  create: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new UsageError(
      isThere
        ? `${path} exists, and is not overwritten, since the links in it are shown nowhere else; name another file`
        : `${path} cannot be created: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  try {
    return await create(async (text) => {
      await file.writeFile(text);
      await file.sync();
    });
  } catch (error) {
    // The links of a list that is not published yet exist.
    if (!(error instanceof NotPublishedError)) await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
