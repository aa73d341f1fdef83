// Changes the fields of a version that is stored: its document is read, changed, checked and stored again as a whole, so that
// whatever is stored keeps the contract, and a draft takes its room groups with it when it is published.

import type { OrganisationId } from '../../access/ids.ts';
import type { Timetable, TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { type ImportOptions, type ImportProblem, importTimetable } from '../../database/timetable/import-timetable.ts';
import { readVersion } from '../../database/timetable/read-version.ts';
import { pickSummary } from '../../document/assemble-list.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { sameDocument } from '../../document/same-document.ts';
import { hashState } from '../hash-state.ts';
import type { PublishingEditor } from '../operator.ts';
import { expectsSomething, meets, type Precondition } from '../precondition.ts';
import { noSuchVersion } from './delete-timetable.ts';

export type ChangeVersion = { organisationId: OrganisationId; versionId: string; precondition: Precondition };

export type ChangedVersion =
  | { outcome: 'replaced' | 'unchanged'; version: TimetableVersionSummary; etag: string }
  | { outcome: 'refused'; problems: ImportProblem[] }
  | { outcome: 'precondition-failed' };

/** @throws NotFoundError */
export async function readTimetable(
  database: Database,
  organisationId: OrganisationId,
  versionId: string,
): Promise<Timetable> {
  await assertOrganisation(database, organisationId);
  const rows = await readVersion(database, organisationId, versionId);
  if (rows === undefined) throw noSuchVersion(organisationId, versionId);
  return assembleTimetable(rows);
}

/**
 * @param before the document as it was read; `precondition-failed` when somebody was quicker
 * @param more as of an import: what depends on what others have stored, and what else is written in the same transaction
 */
export async function changeVersion(
  { open: { database }, publisher }: Pick<PublishingEditor, 'open' | 'publisher'>,
  { organisationId, versionId, precondition }: ChangeVersion,
  before: Timetable,
  after: Timetable,
  more: Pick<ImportOptions, 'complete' | 'afterwards'>,
): Promise<ChangedVersion> {
  const quicker = new Error('somebody was quicker');
  if (expectsSomething(precondition) && !meets(precondition, hashState(before)))
    return { outcome: 'precondition-failed' };
  try {
    const stored = await importTimetable(database, publisher.validate, organisationId, after, {
      ...{ ...more, id: versionId },
      expect(present) {
        if (present === null || present === 'too large' || !sameDocument(present, before)) throw quicker;
      },
    });
    if (stored.outcome === 'refused') return stored;
    const outcome = stored.outcome === 'imported' ? 'replaced' : 'unchanged';
    return { outcome, version: pickSummary(stored.timetable), etag: hashState(stored.timetable) };
  } catch (error) {
    if (error === quicker) return { outcome: 'precondition-failed' };
    throw error;
  }
}
