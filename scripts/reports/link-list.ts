// The list of who has which link, as CSV (RFC 4180), for handing them out. It is written once, since tokens are stored nowhere.

import { lstat, rm } from 'node:fs/promises';
import type { CreatedLink } from '../../src/control/links/create-links.ts';
import { csvOf } from '../../src/csv.ts';
import type { LinkEntity } from '../../src/database/link-entities.ts';
import { NotPublishedError, reasonOf, UsageError } from '../../src/errors.ts';
import { createPrivateFile } from '../input/create-private-file.ts';

const columns = ['kind', 'entityId', 'name', 'linkId', 'token', 'expiresAt'];

/** @param entities those of the links, in their order */
export function formatLinkList(entities: readonly LinkEntity[], links: readonly CreatedLink[]): string {
  const rows = links.map(({ kind, entityId, linkId, token, expiresAt }, index) => [
    kind,
    entityId,
    entities[index]?.name ?? '',
    linkId,
    token,
    expiresAt ?? '',
  ]);
  // Without the byte order mark, Excel takes the names for the code page of its machine.
  return `\uFEFF${csvOf([columns, ...rows])}`;
}

/**
 * Calls `create` with a function that writes the list. The file is created first, for its owner alone, and is removed again when no links come to
 * exist.
 * @throws UsageError when there is such a file already, or it cannot be created
 */
export async function withLinkList<Result>(
  path: string,
  create: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if ((await lstat(path).catch(() => null)) !== null)
    throw new UsageError(
      `${path} exists, and is not overwritten, since the links in it are shown nowhere else; name another file`,
    );
  const file = await createPrivateFile(path, 0o600).catch((cause: unknown) => {
    throw new UsageError(`${path} cannot be created: ${reasonOf(cause)}`, { cause });
  });
  let isComplete = false;
  try {
    return await create(async (text) => {
      await file.write(text);
      await file.complete();
      isComplete = true;
    });
  } catch (error) {
    // The links of a list that is not published yet exist.
    if (isComplete && !(error instanceof NotPublishedError)) await rm(path, { force: true });
    throw error;
  } finally {
    await file.abandon();
  }
}
