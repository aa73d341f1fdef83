// Deletes an organisation: from the database, and by the rules for removals from the published output. Its keys are
// refused before anything is deleted, so that it is closed even where the removal awaits approval or is interrupted.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { countLinks } from '../../database/list-links.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { ensureQueued } from '../../database/queue/pending-changes.ts';
import { readAwaitingApproval, releaseRemovals } from '../../database/queue/removals-awaiting-approval.ts';
import { NotPublishedError, reasonOf } from '../../errors.ts';
import { publishAccess, publishDocuments, waitWhileBusy } from '../../publish/engine/publish-organisation.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { changeOrganisation } from './change-organisation.ts';
import type { Organisation } from './list-organisations.ts';

/** What is deleted with an organisation. */
export type OrganisationContent = {
  /** Null when the database no longer has it, and only the published output is left. */
  name: string | null;
  timetables: number;
  /** Autosaves included. */
  versions: number;
  keys: { all: number; active: number };
  links: { all: number; active: number };
  published: { files: number; bytes: number };
};

/** @throws NotFoundError when neither the database nor the store has it */
export async function readContent(
  database: Database,
  store: Store,
  organisationId: OrganisationId,
  now: number,
): Promise<OrganisationContent> {
  const organisation = await database
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const timetables = await database
    .selectFrom('timetable')
    .leftJoin('timetable_version as version', 'version.timetable_id', 'timetable.id')
    .select(['timetable.id', 'version.id as versionId'])
    .where('organisation_id', '=', organisationId)
    .execute();
  const keys = await database
    .selectFrom('api_key')
    .select(['expires_at as expiresAt', 'revoked_at as revokedAt'])
    .where('organisation_id', '=', organisationId)
    .execute();
  const files = await store.list(paths.organisation(organisationId));
  if (organisation === undefined && files.length === 0) throw noSuchOrganisation(organisationId);
  return {
    name: organisation?.name ?? null,
    timetables: new Set(timetables.map(({ id }) => id)).size,
    versions: timetables.filter(({ versionId }) => versionId !== null).length,
    keys: {
      all: keys.length,
      active: keys.filter(({ expiresAt, revokedAt }) => revokedAt === null && !(Number(expiresAt ?? now + 1) <= now))
        .length,
    },
    links: await countLinks(database, organisationId, now),
    published: { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
  };
}

/**
 * A call after an interrupted one completes it.
 * @param assertExpected throws when the organisation is no longer as the caller knows it; then nothing is deleted
 * @returns whether the published output is removed; `held` when so much is to be removed that it awaits approval
 * @throws NotPublishedError when the store fails; before that, nothing is deleted unless its keys are refused already
 */
export async function deleteOrganisation(
  operator: PublishingEditor,
  organisationId: OrganisationId,
  assertExpected: (before: Organisation) => void = () => {},
): Promise<'removed' | 'held'> {
  const { publisher } = operator;
  const { database } = operator.open;
  if ((await selectHandle(database, organisationId)) !== null) {
    await changeOrganisation(operator, organisationId, { api: false }, assertExpected);
    await changeAs(operator, (transaction) =>
      transaction.deleteFrom('organisation').where('id', '=', organisationId).execute(),
    );
  }
  await releaseRemovals(database, organisationId);
  try {
    // An earlier call may have been interrupted, and nothing be queued any more.
    for (const work of ['access', 'documents'] as const) await ensureQueued(database, organisationId, work);
    await waitWhileBusy(organisationId, () => publishAccess(publisher, organisationId));
    await waitWhileBusy(organisationId, () => publishDocuments(publisher, organisationId));
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new NotPublishedError(
      `organisation ${organisationId} is deleted from the database, and its keys are refused, but its files are still in ` +
        `${publisher.store.location}: ${reason}. Repair that, then run the command again.`,
      { cause },
    );
  }
  const held = await readAwaitingApproval(database);
  return held.organisations.includes(organisationId) ? 'held' : 'removed';
}
