// Deletes one version of a timetable. What is published of it goes with the next build, or at once where a watcher runs.

import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { lockForChange } from '../../database/lock-for-change.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { recordRemoval } from '../../database/queue/removals-on-purpose.ts';
import { readVersion, VersionTooLargeError } from '../../database/timetable/read-version.ts';
import { rowIds } from '../../database/timetable/row-id.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { NotFoundError } from '../../errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hashState } from '../hash-state.ts';
import { changeAs, type Editor } from '../operator.ts';
import { expectsSomething, meets, type Precondition } from '../precondition.ts';

/** @throws NotFoundError */
export async function deleteTimetable(
  operator: Editor,
  organisationId: OrganisationId,
  versionId: string,
  precondition: Precondition,
): Promise<'deleted' | 'precondition-failed'> {
  await assertOrganisation(operator.open.database, organisationId);
  return changeAs(operator, async (transaction) => {
    await lockForChange(transaction, `version ${versionId} of ${organisationId}`);
    const version = await transaction
      .selectFrom('timetable_version as version')
      .innerJoin('timetable', 'timetable.id', 'version.timetable_id')
      .select(['version.id', 'timetable.name', 'version.version_number as versionNumber', 'version.status'])
      .where('version.id', 'in', rowIds(organisationId, versionId))
      .where('timetable.organisation_id', '=', organisationId)
      .where('version.is_autosave', '=', false)
      .forUpdate('version')
      .executeTakeFirst();
    if (version === undefined) throw noSuchVersion(organisationId, versionId);
    if (expectsSomething(precondition)) {
      const etag = await readEtag(transaction, organisationId, versionId);
      if (!meets(precondition, etag)) return 'precondition-failed';
    }
    const { id: row, ...old } = version;
    await transaction.deleteFrom('timetable_version').where('id', '=', row).execute();
    await recordRemoval(transaction, organisationId, { version: versionId });
    await recordAudit(transaction, {
      organisationId,
      resource: 'timetable',
      action: 'deleted',
      subject: versionId,
      old,
    });
    return 'deleted';
  });
}

export const noSuchVersion = (organisationId: OrganisationId, versionId: string): NotFoundError =>
  new NotFoundError(
    `organisation ${organisationId} has no version ${versionId}; ` +
      `\`${commandLine(`timetables list --organisation ${organisationId}`)}\` shows what it has`,
  );

/** Of a version that is too large to read, one that nobody can know. */
async function readEtag(transaction: Database, organisationId: OrganisationId, versionId: string): Promise<string> {
  const rows = await readVersion(transaction, organisationId, versionId).catch((error: unknown) => {
    if (error instanceof VersionTooLargeError) return undefined;
    throw error;
  });
  return rows === undefined ? '' : hashState(assembleTimetable(rows));
}
