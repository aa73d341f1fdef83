// After a rollback: makes the database say what readers get, so that the next change or build takes nothing of it away. A version
// that is shown is stored as it is shown, and a published one that is not shown is deleted. A draft is work that goes on: it stays.

import type { OrganisationId } from '../../access/ids.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { lockForChange } from '../../database/lock-for-change.ts';
import { recordRemoval } from '../../database/queue/removals-on-purpose.ts';
import { importTimetable } from '../../database/timetable/import-timetable.ts';
import { readVersions } from '../../database/timetable/read-version.ts';
import { versionRow } from '../../database/timetable/row-id.ts';
import { AlreadyError, ConflictError } from '../../errors.ts';
import { loadPointer, loadPublished } from '../../snapshot/load-published.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { readShown } from './read-shown.ts';

type KeptVersion = { id: string; name: string; versionNumber: number };

export type KeptShown = {
  /** What readers get, which stays. */
  generation: number;
  restored: KeptVersion[];
  deleted: KeptVersion[];
};

export type KeepShown = {
  organisationId: OrganisationId;
  /** The generation that the person has seen; null for whichever is shown. */
  generation: number | null;
  /** Say what would be restored and deleted, and change nothing. */
  isDryRun: boolean;
};

/**
 * In one transaction, so that no publisher ever sees half of it.
 * @throws NotFoundError; AlreadyError where nothing is rolled back; ConflictError where another generation is shown by now
 */
export async function keepShown(
  operator: PublishingEditor,
  { organisationId, generation: seen, isDryRun }: KeepShown,
): Promise<KeptShown> {
  const { store, validate } = operator.publisher;
  const { pointer, entries } = await loadPublished(store, organisationId);
  const generation = pointer?.generation ?? 0;
  if (pointer === null || pointer.rolledBackTo === null)
    throw new AlreadyError(`organisation ${organisationId} is not rolled back: readers get what is stored`);
  if (seen !== null && seen !== generation) throw shownByNow(organisationId, generation);
  const kept: KeptShown = { generation, restored: [], deleted: [] };
  const undone = new Error('everything is undone');
  try {
    await changeAs(operator, async (transaction) => {
      const stored = await readVersions(transaction, organisationId);
      for (const { id, versionNumber, name, status } of stored) {
        if (Object.hasOwn(pointer.timetables, id) || status === 'draft') continue;
        await deleteVersion(transaction, organisationId, id);
        kept.deleted.push({ id, name: name ?? 'Untitled', versionNumber });
      }
      const drafts = new Set(stored.flatMap(({ id, status }) => (status === 'draft' ? [id] : [])));
      for (const id of Object.keys(pointer.timetables)) {
        if (entries.get(id)?.status === 'draft' && drafts.has(id)) continue;
        const document = await readShown(store, pointer, id);
        if (await restore(transaction, document)) kept.restored.push(summaryOf(document));
      }
      if (isDryRun) throw undone;
      // A publication meanwhile has ended the rollback: readers then get what is not shown here.
      const { pointer: now } = await loadPointer(store, organisationId);
      if (now?.generation !== generation) throw shownByNow(organisationId, now?.generation ?? 0);
      await recordAudit(transaction, {
        ...{ organisationId, resource: 'rollback', action: 'kept', subject: organisationId },
        new: { generation, restored: idsOf(kept.restored), deleted: idsOf(kept.deleted) },
      });
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return kept;

  async function restore(transaction: Database, document: Timetable): Promise<boolean> {
    const stored = await importTimetable(transaction, validate, organisationId, document);
    if (stored.outcome !== 'refused') return stored.outcome === 'imported';
    const [problem] = stored.problems;
    throw new ConflictError(
      `version ${document.id} cannot be stored as it is shown: ${problem?.path} ${problem?.message}`,
    );
  }
}

const shownByNow = (organisationId: OrganisationId, generation: number): ConflictError =>
  new ConflictError(`generation ${generation} of ${organisationId} is shown by now; look at it first`);

async function deleteVersion(transaction: Database, organisationId: OrganisationId, id: string): Promise<void> {
  await lockForChange(transaction, `version ${id} of ${organisationId}`);
  await transaction.deleteFrom('timetable_version').where('id', '=', versionRow(organisationId, id)).execute();
  await recordRemoval(transaction, organisationId, { version: id });
}

const summaryOf = ({ id, name, versionNumber }: Timetable): KeptVersion => ({ id, name, versionNumber });
const idsOf = (versions: readonly KeptVersion[]) => versions.map(({ id }) => id);
