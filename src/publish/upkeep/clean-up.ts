// Removes the garbage of an organisation: files that no kept pointer names.

import type { OrganisationId } from '../../access/ids.ts';
import { removeGarbage } from '../../snapshot/remove-garbage.ts';
import type { Publisher } from '../publisher.ts';

/** Milliseconds between two clean-ups of an organisation that is published often. */
const cleanUpInterval = 60_000;

/**
 * Removes the organisation's files that no kept pointer names.
 * @param isFull whether the store is full: then only the current generation and the one before it are kept
 * @returns the paths that were removed; null when another publisher works on it, and nothing was
 */
export async function cleanUpUnlessBusy(
  { store, now, retention, port }: Publisher,
  organisationId: OrganisationId,
  isFull = false,
): Promise<string[] | null> {
  const kept = isFull ? { ...retention, bytes: 0 } : retention;
  const attempt = await port.protect(organisationId, (assertMayPublish) =>
    removeGarbage(store, organisationId, now(), { assertMayPublish, retention: kept }),
  );
  return attempt.state === 'done' ? attempt.result : null;
}

/** The same for those to whom nothing is nothing. */
export const cleanUp = async (...work: Parameters<typeof cleanUpUnlessBusy>): Promise<string[]> =>
  (await cleanUpUnlessBusy(...work)) ?? [];

type Written = { organisationId: OrganisationId; writtenBytes: number };

/**
 * For a watcher, to call after each publication, and after derived work with `isGeneration` false: cleans up organisations that
 * are published often or of which much is written. The sweep does the rest, when there is time.
 */
export function createCleanUpAfter(
  publisher: Publisher,
  onFailure: (what: string, error: unknown) => void,
): (published: Written, isGeneration?: boolean) => Promise<void> {
  const sinceCleanUp = new Map<OrganisationId, { at: number; publications: number; bytes: number }>();
  const kept = publisher.retention;
  return async ({ organisationId, writtenBytes }, isGeneration = true) => {
    const now = publisher.now();
    const { at, ...since } = sinceCleanUp.get(organisationId) ?? { at: 0, publications: 0, bytes: 0 };
    const publications = since.publications + Number(isGeneration);
    const bytes = since.bytes + writtenBytes;
    const areMany = publications > kept.generations && now - at >= cleanUpInterval;
    if (!areMany && bytes < kept.bytes / 2) {
      sinceCleanUp.set(organisationId, { at, publications, bytes });
      return;
    }
    sinceCleanUp.set(organisationId, { at: now, publications: 0, bytes: 0 });
    await cleanUp(publisher, organisationId).catch((error) =>
      onFailure(`cleaning up after organisation ${organisationId}`, error),
    );
  };
}
