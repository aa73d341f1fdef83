// Stores one version of a timetable from a document, the `data` of Get Timetable: as a whole, or with all its problems not at all.

import type { OrganisationId } from '../../access/ids.ts';
import type { TimetableVersionSummary } from '../../contract/types.generated.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { type ImportProblem, importTimetable } from '../../database/timetable/import-timetable.ts';
import { parseDocument } from '../../database/timetable/parse-document.ts';
import { pickSummary } from '../../document/assemble-list.ts';
import { recordAs } from '../audit/record-audit.ts';
import { hashState } from '../hash-state.ts';
import type { Operator } from '../operator.ts';
import { expectsSomething, meets, type Precondition } from '../precondition.ts';

export type PutTimetable = {
  organisationId: OrganisationId;
  /** The document has to bear it. */
  versionId: string;
  bytes: Uint8Array;
  precondition: Precondition;
};

export type PutOutcome =
  | { outcome: 'created' | 'replaced' | 'unchanged'; version: TimetableVersionSummary; etag: string }
  | { outcome: 'refused'; problems: ImportProblem[] }
  | { outcome: 'unreadable'; reason: string }
  | { outcome: 'precondition-failed' };

/** @throws NotFoundError when there is no such organisation */
export async function putTimetable(
  { open: { database }, publisher, actor }: Operator,
  { organisationId, versionId, bytes, precondition }: PutTimetable,
): Promise<PutOutcome> {
  await assertOrganisation(database, organisationId);
  const parsed = parseDocument(bytes);
  if ('reason' in parsed) return { outcome: 'unreadable', reason: parsed.reason };
  const preconditionFailed = new Error('the precondition is not met');
  let existed = false;
  try {
    const stored = await importTimetable(database, publisher.validate, organisationId, parsed.document, {
      id: versionId,
      expect(before) {
        existed = before !== null;
        // Of a version that is too large to read, nobody can know the tag.
        const etag = before === 'too large' ? '' : before && hashState(before);
        if (expectsSomething(precondition) && !meets(precondition, etag)) throw preconditionFailed;
      },
      afterwards: (transaction, { name, versionNumber, status }) =>
        recordAs(transaction, actor, {
          organisationId,
          resource: 'timetable',
          action: existed ? 'changed' : 'created',
          subject: versionId,
          new: { name, versionNumber, status },
        }),
    });
    if (stored.outcome === 'refused') return stored;
    const { timetable } = stored;
    const outcome = stored.outcome === 'unchanged' ? 'unchanged' : existed ? 'replaced' : 'created';
    return { outcome, version: pickSummary(timetable), etag: hashState(timetable) };
  } catch (error) {
    if (error === preconditionFailed) return { outcome: 'precondition-failed' };
    throw error;
  }
}
