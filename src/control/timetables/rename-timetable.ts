// Changes the name of a timetable, which all of its versions have, and the label of one version.

import { recordAs } from '../audit/record-audit.ts';
import { checkName } from '../check-input.ts';
import type { PublishingEditor } from '../operator.ts';
import { type ChangedVersion, type ChangeVersion, changeVersion, readTimetable } from './change-version.ts';

/** Undefined stays as it is. A label of null is none. */
export type RenameTimetable = ChangeVersion & { name?: string | undefined; versionName?: string | null | undefined };

/** @throws NotFoundError, InvalidInputError */
export async function renameTimetable(operator: PublishingEditor, asked: RenameTimetable): Promise<ChangedVersion> {
  const { organisationId, versionId, name, versionName } = asked;
  if (name !== undefined) checkName(name);
  if (typeof versionName === 'string') checkName(versionName, 'versionName');
  const before = await readTimetable(operator.open.database, organisationId, versionId);
  const renamed = {
    ...(name === undefined ? {} : { name }),
    ...(versionName === undefined ? {} : { versionName }),
  };
  const after = { ...before, ...renamed };
  if (after.name !== before.name || after.versionName !== before.versionName)
    after.updatedAt = new Date(operator.publisher.now()).toISOString();
  return changeVersion(operator, asked, before, after, {
    afterwards: (transaction) =>
      recordAs(transaction, operator.actor, {
        ...{ organisationId, resource: 'timetable', action: 'renamed', subject: versionId },
        old: { name: before.name, versionName: before.versionName },
        new: { name: after.name, versionName: after.versionName },
      }),
  });
}
